"""The checker of proofs about descriptions.

It reads a description by itself, builds a machine of its own that remembers plain cell values, and
shares no code with `sequences.local_rules` or with the search for recurrences.
"""
