"""`python -m tests.reference`: write the reference anew."""

from tests.reference import write_reference

write_reference()
