"""The step of each 0/1 family: what setting one more cell does to the state.

Cells are set in row-major order. Between two cells a state is an integer key: two bits for each
column, column 0 in the highest, above two more bits.

`NO_THREE` (no three consecutive ones in a row, a column or a diagonal, A181224): the upper bit
of a column is its latest cell. The lower bit, for a column not yet set in this row, says that
a one is forbidden there by what lies above; for a column already set, that a one is forbidden in
the next row. The two last bits are the cell above the one just set, and a ban on the next row
just under the cell to come. Only what can still matter is kept: a cell none of whose three lines
can be completed by the row being set counts as 0, and two ones to the left forbid the
next cell like any other ban. That merges states with the same future, and nothing else.

`MATCHINGS` (induced matchings of vertices: every one has exactly one neighbour that is one): a column
holds 0, 1 (a one that has its partner) or 2 (a one whose partner must come, to the
right or below). The two last bits are not used.
"""

from native.jit import compiled

__all__ = ["MATCHINGS", "NO_THREE", "accepts", "key_bits", "step"]

NO_THREE, MATCHINGS = 0, 1


def key_bits(width: int) -> int:
    """Keys of this width are below 2 to this power."""
    return 2 * width + 2


@compiled
def _every_column(width: int) -> int:
    """The lower bit of each column."""
    mask = 0
    for _ in range(width):
        mask = mask << 2 | 1
    return mask << 2


@compiled
def _kept(key: int, column: int, width: int) -> int:
    """Drop from a `NO_THREE` key, before the cell of `column`, what has no influence any more."""
    lower = _every_column(width)
    place = 2 * (width - column)  # lower bit of the cell to come
    if column >= 2 and (key >> (place + 3)) & (key >> (place + 5)) & 1:
        key |= 1 << place
    to_come = lower & ((1 << (place + 2)) - 1)
    free = to_come & ~key
    if not (free >> place) & 1 or column == 0 or column + 1 >= width:
        key &= ~2
    # The cell above counts for the lines through the cells below it, left below and right
    # below; the diagonals need room for their third cell.
    inner = lower & ~(lower << 2 * (width - 2)) if width >= 2 else 0  # columns 2, 3, ...
    outer = lower & ~((1 << 6) - 1) if width >= 2 else 0  # columns ..., width - 3
    matters = free | (free >> 2 & inner) | (free << 2 & outer)
    return key & ~((to_come & ~matters) << 1)


@compiled
def _no_three(key: int, column: int, width: int, one: int) -> int:
    place = 2 * (width - column)
    if one and (key >> place) & 1:
        return -1
    above = (key >> (place + 1)) & 1
    above_left = (key >> 1) & 1
    ban = (key & 1) | (one & above)
    if one and column >= 1 and column + 1 < width and (key >> (place - 1)) & 1:
        key |= 1 << (place + 2)
    key = key & ~(3 << place) & ~3 | one << (place + 1) | ban << place
    if column + 1 < width:
        return _kept(key | above << 1 | (one & above_left), column + 1, width)
    return _kept(key, 0, width)


@compiled
def _matchings(key: int, column: int, width: int, one: int) -> int:
    place = 2 * (width - column)
    above = (key >> place) & 3
    left = (key >> (place + 2)) & 3 if column else 0
    cleared = key & ~(3 << place)
    if not one:
        return -1 if above == 2 else cleared
    if above == 1 or left == 1 or (above == 2 and left == 2):
        return -1
    if left == 2:
        return cleared ^ (3 << (place + 2)) | 1 << place
    return cleared | (1 if above == 2 else 2) << place


@compiled
def step(family: int, key: int, column: int, width: int, one: int) -> int:
    """The key after the cell of `column` is set to `one` (0 or 1), or -1 if that is forbidden."""
    if family == NO_THREE:
        return _no_three(key, column, width, one)
    return _matchings(key, column, width, one)


@compiled
def accepts(family: int, key: int) -> bool:
    """Whether a grid may end in this row-end state."""
    if family == NO_THREE:
        return True
    return (key & 0x2AAAAAAAAAAAAAAA) == 0  # no partner missing
