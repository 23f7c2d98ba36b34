"""Sets of integer keys that know the rank of each member: a bitmap with counted blocks.

The rank of a key is the number of smaller members. One bit per possible key, and one 32-bit
count per 512 of them, look it up in a few instructions and without a search, at
2^b / 8 * 17/16 bytes for keys of b bits.
"""

import numpy as np
from numpy.typing import NDArray

from native.jit import compiled

__all__ = ["KeySet", "count_blocks", "insert", "list_keys", "new_bits", "rank_of"]

KeySet = tuple[NDArray[np.uint64], NDArray[np.uint32]]
"""The bits, and for each block of 8 words the number of members before it."""

_WORDS = 8


@compiled
def _ones(word: np.uint64) -> np.uint64:
    """Population count of one word (Warren, *Hacker's Delight*, 2nd ed., section 5-1)."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)


def new_bits(bits: int) -> NDArray[np.uint64]:
    """An empty set of keys below 2^`bits`."""
    return np.zeros(max(1 << max(bits - 6, 0), _WORDS), np.uint64)


@compiled
def insert(members: NDArray[np.uint64], key: int) -> None:
    """Put one key into the bits."""
    members[key >> 6] |= np.uint64(1) << np.uint64(key & 63)


@compiled
def count_blocks(members: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """The number of members before each block; the last entry is the size of the set."""
    blocks = members.shape[0] // _WORDS
    before = np.zeros(blocks + 1, np.uint32)
    total = np.uint64(0)
    for block in range(blocks):
        before[block] = total
        for word in range(block * _WORDS, (block + 1) * _WORDS):
            total += _ones(members[word])
    before[blocks] = total
    return before


@compiled
def rank_of(keys: KeySet, key: int) -> int:
    """The number of members below `key`."""
    members, before = keys
    word = key >> 6
    block = word // _WORDS
    total = np.uint64(before[block])
    for earlier in range(block * _WORDS, word):
        total += _ones(members[earlier])
    below = (np.uint64(1) << np.uint64(key & 63)) - np.uint64(1)
    return np.int64(total + _ones(members[word] & below))  # type: ignore[return-value]


@compiled
def list_keys(members: NDArray[np.uint64], size: int) -> NDArray[np.int64]:
    """The `size` members in increasing order."""
    listed = np.empty(size, np.int64)
    found = 0
    for word in range(members.shape[0]):
        bits = members[word]
        while bits != np.uint64(0):
            lowest = bits & (~bits + np.uint64(1))
            listed[found] = word * 64 + np.int64(_ones(lowest - np.uint64(1)))
            found += 1
            bits ^= lowest
    return listed
