"""The web pages: made on the server, working without scripts and quicker with them.

A page is a route named `pages.something` (who may open it stands in `service.access.rights`, as for every
route), a template, and functions of files, sheets and the tournament that the HTTP interface uses too.
Scripts only shorten the way: they ask for the same page and swap a part of it; no route knows of them.
"""
