"""``python -m pincite`` runs the program."""

import os
import sys

from . import find_binary

if __name__ == "__main__":
    program = find_binary()
    os.execv(program, [program, *sys.argv[1:]])
