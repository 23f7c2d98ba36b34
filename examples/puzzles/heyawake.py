"""Heyawake: shade cells, no two of them neighbours, so that the white cells are connected, a room
with a number has so many shaded cells, and no straight line of white cells crosses two borders."""

from dataclasses import dataclass
from itertools import pairwise

from puzzles import RegionBoard, Violation, register
from puzzles.judge import is_connected
from puzzles.layers import Numbers, Regions


@register
@dataclass(frozen=True, slots=True, kw_only=True)
class Heyawake(RegionBoard):
    """``clues[r][c]``: how many cells of the room are shaded.  On is white: white connects."""

    kind = "heyawake"
    RULES = ("touch", "number", "line", "connected")
    VALUES = ("shaded", "white")
    TOKENS = ("#", ".")
    BLANK_IS_OFF = False
    SHADE_OFF = True
    PRINTED = (Regions(), Numbers("clues"))
    clues: tuple

    def state(self, m):
        for room in self.areas():
            for clue in {self.clues[r][c] for r, c in room} - {None}:
                m.exactly(len(room) - clue, m.cells(room), name="number")
        lines = [[(r, c) for c in range(self.width)] for r in range(self.height)]
        for line in lines + list(zip(*lines, strict=True)):
            room = [self.regions[r][c] for r, c in line]
            walls = [i for i in range(1, len(line)) if room[i] != room[i - 1]]
            for one, other in pairwise(line):
                m.clause(m[one], m[other], name="touch")
            for a, b in pairwise(walls):
                m.clause(*(-m[cell] for cell in line[a - 1 : b + 1]), name="line")
        m.connected(name="connected")

    def broken(self, solution):
        white, everywhere = self.chosen(solution), set(self.everywhere())
        found = [] if is_connected(white) else [Violation("connected", tuple(white), "parted")]
        for r, c in everywhere:
            room = [(y, x) for y, x in everywhere if self.regions[y][x] == self.regions[r][c]]
            if self.clues[r][c] not in (None, len(set(room) - white)):
                found.append(Violation("number", tuple(room), f"not {self.clues[r][c]} shaded"))
            for down, right in ((0, 1), (1, 0)):
                pair, run, borders = {(r, c), (r + down, c + right)}, [], 0
                if pair <= everywhere and not pair & white:
                    found.append(Violation("touch", tuple(pair), "two shaded neighbours"))
                while (cell := (r + down * len(run), c + right * len(run))) in white:
                    y, x = run[-1] if run else cell
                    borders += self.regions[y][x] != self.regions[cell[0]][cell[1]]
                    run.append(cell)
                if borders > 1:
                    found.append(Violation("line", tuple(run), "crosses two borders"))
        return found
