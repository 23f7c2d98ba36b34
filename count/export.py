"""Diagrams for other tools: negation normal form as c2d writes it, and Graphviz.

NNF (Darwiche, c2d): ``nnf NODES EDGES VARIABLES``, then a node a line: ``L LITERAL``; ``A N CHILDREN``,
a conjunction; ``O VARIABLE N CHILDREN``, a disjunction whose two sides differ in that variable.  The
last line is the root.  In front stand comments ``c var NUMBER NAME``; a reader that takes no comments
can have those lines cut off.  The graph is deterministic and decomposable, but not smooth: variables
that an edge skips are free.
"""

from __future__ import annotations

from collections.abc import Mapping

from count.diagram import Diagram

__all__ = ["dot", "nnf"]


def nnf(diagram: Diagram, names: Mapping[int, str] | None = None) -> str:
    """The diagram as c2d's NNF; ``names``: of variables, for the comments."""
    lines: list[str] = []
    edges = 0
    known: dict[tuple[str, int], int] = {}

    def add(key: tuple[str, int], line: str, children: int) -> int:
        nonlocal edges
        known[key] = len(lines)
        lines.append(line)
        edges += children
        return known[key]

    def literal(number: int) -> int:
        key = ("L", number)
        return known[key] if key in known else add(key, f"L {number}", 0)

    for reference in _references(diagram):
        node, parity = reference >> 1, reference & 1
        if not node:
            add(("R", reference), "O 0 0" if parity else "A 0", 0)
            continue
        variable = diagram.order[diagram.levels[node]]
        parts = []
        for child, sign in ((diagram.high[node], 1), (diagram.low[node], -1)):
            below = known[("R", child ^ parity)]
            if child ^ parity == 1:
                continue
            parts.append(literal(sign * variable))
            if child ^ parity:  # not true
                parts[-1] = add(("P", 2 * reference + (sign > 0)), f"A 2 {parts[-1]} {below}", 2)
        if len(parts) == 1:
            known[("R", reference)] = parts[0]
        else:
            add(("R", reference), f"O {variable} 2 {parts[0]} {parts[1]}", 2)
    root = known[("R", diagram.root)]
    if root != len(lines) - 1:
        lines.append(f"A 1 {root}")
        edges += 1
    comments = [f"c var {v} {name}" for v, name in (names or {}).items()]
    head = f"nnf {len(lines)} {edges} {max(diagram.order, default=0)}"
    return "\n".join([*comments, head, *lines]) + "\n"


def _references(diagram: Diagram) -> list[int]:
    """The references below the root and it, children first; the parity says which function."""
    seen: set[int] = set()
    stack, found = [diagram.root], []
    while stack:
        reference = stack[-1]
        node, parity = reference >> 1, reference & 1
        children = [diagram.low[node] ^ parity, diagram.high[node] ^ parity] if node else []
        waiting = [child for child in children if child not in seen]
        if reference in seen or not waiting:
            stack.pop()
            if reference not in seen:
                seen.add(reference)
                found.append(reference)
        else:
            stack += waiting
    return found


def dot(diagram: Diagram, names: Mapping[int, str] | None = None) -> str:
    """The diagram in Graphviz's language: dashed where the variable is false, a dot at the arrow's
    end where the function is complemented."""
    named = names or {}
    lines = ["digraph diagram {", "  root [shape=point];", '  0 [label="true", shape=box];']
    lines.append(f"  root -> {diagram.root >> 1}{_style('solid', diagram.root)};")
    for node in range(len(diagram) - 1, 0, -1):
        variable = diagram.order[diagram.levels[node]]
        label = named.get(variable, str(variable)).replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'  {node} [label="{label}"];')
        for child, style in ((diagram.low[node], "dashed"), (diagram.high[node], "solid")):
            lines.append(f"  {node} -> {child >> 1}{_style(style, child)};")
    ranks: dict[int, list[str]] = {}
    for node in range(1, len(diagram)):
        ranks.setdefault(diagram.levels[node], []).append(str(node))
    lines += [f"  {{ rank=same; {'; '.join(same)} }}" for _, same in sorted(ranks.items())]
    return "\n".join([*lines, "}"]) + "\n"


def _style(style: str, reference: int) -> str:
    ends = ", arrowhead=dot" if reference & 1 else ""
    return f" [style={style}{ends}]"
