"""Formats of boards: one module each; :mod:`puzzles.formats.recognise` finds the one of a text.

This package imports nothing by itself.  Puzzle classes use the helpers in it (``text``, ``bits``,
``number16``, ...), which know no puzzle class; the formats use the puzzle classes.
"""
