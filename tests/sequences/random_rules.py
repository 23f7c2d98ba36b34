"""Random descriptions, as plain dictionaries, that reach every kind of condition."""

from __future__ import annotations

from random import Random
from typing import Any

AXES = ["horizontal", "vertical", "diagonal", "antidiagonal"]
WORDS = [*AXES, "king", "knight", "up", "left", "up-right", "down", "down-left"]


def description(random: Random) -> dict[str, Any]:
    """A small rule; its size is `n x k`, so that arrays of all sizes may be counted."""
    kind = random.random()
    if kind < 0.06:
        shapes = random.sample(["##", "## / #.", "#", "###", "### / #..", "#. / .#"], 2)
        return {
            "size": "n x k",
            "tiles": {
                "shapes": shapes,
                "turn": random.random() < 0.7,
                "flip": random.random() < 0.5,
            },
        }
    if kind < 0.12:
        moves = random.sample([[0, 0], [0, 1], [1, 0], [1, 1], [1, -1], [2, 0], [1, 2]], 3)
        return {
            "size": "n x k",
            "permutation": {"moves": moves, "both_ways": random.random() < 0.7},
        }
    if kind < 0.18:
        return linked(random)
    count = random.choice([2, 2, 2, 3, 3, 4])
    values: Any = f"0..{count - 1}" if random.random() < 0.8 else random.sample(range(-2, 6), count)
    listed = list(range(count)) if isinstance(values, str) else sorted(values)
    found: dict[str, Any] = {"size": "n x k", "values": values}
    wrap = random.choice(["none"] * 6 + ["columns", "rows", "both"])
    if wrap != "none":
        found["wrap"] = wrap
    if random.random() < 0.3:
        shape = random.choice(["2x2", "1x2", "2x1", "1x3"])
        found["derived"] = [{"name": "y", "shape": shape, "value": number(random, letters(shape))}]
    for _ in range(random.choice([1, 1, 2, 2, 3])):
        name, table = condition(random, listed, "derived" in found, wrap)
        found.setdefault(name, []).append(table)
    if random.random() < 0.2:
        found["fixed"] = {
            random.choice(["top-left", "top-right", "bottom-left", "bottom", "left", "top"]):
            random.choice(listed)
        }  # fmt: skip
    if random.random() < 0.2:
        pairs = [random.sample(listed, 2) for _ in range(random.randint(1, 2))]
        order: dict[str, Any] = {"before": pairs} if random.random() < 0.5 else {"new_values": True}
        if random.random() < 0.5:
            order["read"] = random.choice(["rows", "columns"])
        found["order"] = [order]
    return found


def linked(random: Random) -> dict[str, Any]:
    links: dict[str, Any] = {"degrees": sorted(random.sample(range(4), random.choice([1, 2, 3])))}
    if random.random() < 0.3:
        corners = ["top-left", "top-right", "bottom-left", "bottom-right"]
        links["ends"] = random.sample(corners, 2)
    links["single"] = random.random() < 0.6
    links["cycles"] = random.random() < 0.5
    if links["single"]:
        links["empty"] = random.random() < 0.3
    found: dict[str, Any] = {"size": "n x k", "links": links}
    wrap = random.choice(["none", "columns", "both"])
    if wrap != "none" and links["cycles"] and not links["single"]:
        found["wrap"] = wrap
    if random.random() < 0.3:
        found["patterns"] = [{"axes": random.choice(AXES), "reject": "a == b"}]
    return found


def condition(
    random: Random, values: list[int], derived: bool, wrap: str
) -> tuple[str, dict[str, Any]]:
    kinds = ["windows", "patterns", "neighbours"] * 2
    if wrap == "none":
        kinds += ["lines", "connected", "lexicographic"]
    name = random.choice(kinds)
    table: dict[str, Any] = {}
    if name == "connected":
        table = {
            "values": random.sample(values, random.randint(1, len(values) - 1)),
            "empty": random.random() < 0.5,
        }
        if random.random() < 0.5:
            table["by"] = random.choice(["king", "sides"])
        return name, table
    if name == "lexicographic":
        orders = ["nondecreasing", "nonincreasing", "increasing", "decreasing", "different"]
        return name, {
            "lines": random.choice(["rows", "columns"]), "order": random.choice(orders)
        }  # fmt: skip
    if name == "lines":
        table["axes"] = random.sample(AXES, random.randint(1, 2))
        table["registers"] = {"p": random.choice([-1, 0, 1]), "q": 0}
        table["next"] = {
            "p": random.choice(["x", "p", "max(p, x)", "x if q == 0 else p"]),
            "q": "(q + x) % 2",
        }
        if random.random() < 0.8:
            table[random.choice(["require", "reject"])] = random.choice(
                ["x == p", "x >= p", "q == 1 and x < p", "x == p and q == 0", "x != p or q == 1"]
            )
        if random.random() < 0.4 or len(table) == 3:
            table["final"] = random.choice(["q == 0", "p >= 0", "q == 1 or p > 0"])
        return name, table
    on = derived and random.random() < 0.5
    if on:
        table["on"] = "y"
    if name == "neighbours":
        table["axes"] = random.sample(
            [w for w in WORDS if not on or w not in ("king", "knight")], 1
        )
        if random.random() < 0.5:
            table["axes"] += [random.choice(AXES)]
        if random.random() < 0.2 and not on:
            table["moves"] = [[random.randint(-2, 2), random.choice([-1, 1])]]
        if random.random() < 0.3:
            table["of"] = random.sample(values, random.randint(1, len(values)))
        v = random.choice(values)
        table[random.choice(["require", "reject"])] = random.choice(
            ["2*equal > number", "equal in {0, 2, 3}", "unequal in {1, 2, 4}", f"count({v}) >= 1",
             "total % 3 == x", "greater <= less", "count(x + 1) == 1", "distinct_values == number",
             "x == count(0)"]
        )  # fmt: skip
    elif name == "patterns":
        if random.random() < 0.8:
            table["axes"] = random.sample(AXES, random.randint(1, 3))
        else:
            table["moves"] = [[random.randint(0, 2), random.choice([-2, -1, 1, 2])]]
        if random.random() < 0.5:
            length = random.choice([2, 3])
            table[random.choice(["forbid", "forbid", "allow"])] = [
                " ".join(map(str, random.choices([*values, "."], k=length)))
                for _ in range(random.randint(1, 3))
            ]
        else:
            table["length"] = random.choice([2, 3])
            table[random.choice(["require", "reject"])] = truth(random, "abc"[: table["length"]])
    else:
        shape = random.choice(["2x2", "2x2", "1x3", "2x1"] + ([] if on else ["2x3", "3x2", "3x3"]))
        p, q = map(int, shape.split("x"))
        if random.random() < 0.4:
            table[random.choice(["forbid", "forbid", "allow"])] = [
                " / ".join(
                    " ".join(map(str, random.choices([*values, "."], k=q))) for _ in range(p)
                )
                for _ in range(random.randint(1, 4))
            ]
        else:
            table["shape"] = shape
            table[random.choice(["require", "reject"])] = truth(random, letters(shape), p == q)
    if random.random() < 0.2:
        table["violations"] = (
            f"{random.choice(['exactly', 'at most', 'at least'])} {random.randint(1, 2)}"
        )
        if random.random() < 0.3:
            table["violations"] = "at most 1"
            table["shared"] = "s"
    return name, table


def letters(shape: str) -> str:
    p, q = map(int, shape.split("x"))
    return "abcdefghi"[: p * q]


def number(random: Random, names: str) -> str:
    a, b = random.choice(names), random.choice(names)
    return random.choice(
        [f"{a} + {b}", f"max(cells) - min({a}, {b})", "sum(cells) % 2", f"{a} * {b} - {names[-1]}",
         f"sorted(cells)[{random.choice([0, 1, -1])}]", "distinct(cells)", f"({a} == {b}) + {a}"]
    )  # fmt: skip


def truth(random: Random, names: str, square: bool = False) -> str:
    simple = [
        f"{number(random, names)} == {number(random, names)}",
        f"{number(random, names)} < {number(random, names)}",
        f"{names[0]} <= {names[-1]} != {random.choice(names)}",
        f"sum(cells) % 3 in [0, {random.randint(0, 2)}]",
        f"all(v >= {random.choice(names)} for v in cells)",
        f"not count(cells, {names[-1]}) == 2",
    ]
    if len(names) > 3:
        simple += ["increases(clockwise) == 1", "distinct(edge_sums) > 2", "equal_edges <= 2",
                   "nw + se == ne + sw", "rotation(clockwise, (0, 0, 1, 1))",
                   "max(row_sums) > min(column_sums)", "decreases(clockwise) > 1"]  # fmt: skip
    if square:
        simple += ["det == 0", "det >= 1", "sum(diagonal) == sum(antidiagonal)"]
    if random.random() < 0.3:
        return f"{random.choice(simple)} {random.choice(['and', 'or'])} {random.choice(simple)}"
    return random.choice(simple)
