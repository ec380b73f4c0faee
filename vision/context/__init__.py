"""Context of a sheet, held against its picture: the season before, and the cards revealed since.

Both readings are kept, the picture's own and the joint one. How the modules fit together:

    known       what is known beside the picture
    pairs       what a square may have held before and may hold now, and how likely that is
    worlds      whole maps before and after, the likeliest first, and which of them the cards can have drawn
    joint       the joint reading: what changes by it, what is asked, and why
"""

from vision.context.joint import Effect, JointReading, Rethought, read_in_context
from vision.context.known import Known, cells_of

__all__ = ["Effect", "JointReading", "Known", "Rethought", "cells_of", "read_in_context"]
