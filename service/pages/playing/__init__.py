"""A solo game on screen: its whole state is its address, which is played again for every page.

So the back button takes a move back, a game can be kept and sent, and any server can go on with it.
"""
