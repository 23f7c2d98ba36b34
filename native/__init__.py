"""Machine code for inner loops: the one place where numba is switched on.

Both ``count`` and ``sequences`` compile their loops through :func:`native.jit.compiled`; they share
this mechanism and no loop.
"""
