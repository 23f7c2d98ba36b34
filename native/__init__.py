"""What the computer is asked for: machine code for inner loops, worker processes, locks on files;
and what every command line is made of.

Both ``count`` and ``sequences`` compile their loops through :func:`native.jit.compiled`; they share
this mechanism and no loop.
"""
