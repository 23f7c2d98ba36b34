"""At most one component, complete: what ``Loop`` and ``Connected`` share.

Nodes are chosen or not, and two neighbouring nodes may be *linked*.  All chosen nodes hang together
over links exactly if each of them has a distance from one root.  The auxiliaries spell that out:

- ``seen[u]``: a node up to u, in the order given, is chosen; the root is the first chosen node;
- ``depth[u,bit]``: the distance between the root and u, in binary; 0 where u is not chosen;
- ``carry[u,bit]``, ``deeper[u,bit]``: the carries of depth + 1, and that sum;
- ``unlike[u>v,bit]``: the bits of depth u and of deeper v differ; ``after[u>v]``: u and v are linked
  and u is one deeper than v;
- ``apart[u-v,bit]``: the bits of depth u and depth v differ.

Linked nodes differ by at most one in depth, so that no depth exceeds the distance; every chosen node
but the root is one deeper than some node that it is linked to, so that each is as deep as some walk
to the root is long, and has one.  Hence the depths are the distances, and all auxiliaries are
functional.

``Loop`` needs besides: ``used[u]``, some edge at u is chosen; none or two edges at each cell; some edge
at all.  Its links are its edges.  The cells of ``Connected`` are linked where both are chosen:
``link[u-v]``.

Budget for N nodes, E links, d = bits of the greatest distance: about N (3 d + 2) + E (3 d + 3)
variables and N (9 d + 6) + E (15 d + 9) clauses.
"""

from __future__ import annotations

from collections.abc import Sequence

from encode.forest import cell_label
from encode.formula import Formula, Group
from encode.tables import add_table
from puzzles.language import Count
from puzzles.rules import Connected, Loop

__all__ = ["add_connected", "add_degrees", "add_loop"]


def add_degrees(formula: Formula, rule: Loop, where: str) -> None:
    """What is local of a loop: none or two edges at each cell, and some edge at all."""
    formula.section("a cell has none or two edges of the loop")
    for cell, incident in rule.graph.at().items():
        words = Count(len(incident), frozenset({0, 2}))
        add_table(formula, incident, words, f"{where}.{cell_label(cell)}")
    formula.section("the loop has an edge")
    formula.add(*rule.graph.variables)


def add_loop(formula: Formula, rule: Loop, where: str) -> None:
    """One closed curve; ``where`` tells the groups of several rules apart."""
    add_degrees(formula, rule, where)
    at = rule.graph.at()
    labels = [cell_label(cell) for cell in at]
    used = formula.group(f"used.{where}", "the loop passes through the cell", labels)
    formula.section("the loop passes through a cell where it has an edge")
    for k, incident in enumerate(at.values()):
        formula.add(-used.at(k), *incident)
        for variable in incident:
            formula.add(used.at(k), -variable)
    place = {cell: k for k, cell in enumerate(at)}
    links = [(place[u], place[v], variable) for variable, u, v in rule.graph.arcs()]
    # On a closed curve no cell is farther from another than half its length.
    chosen = [used.at(k) for k in range(len(at))]
    _one_component(formula, labels, chosen, links, len(at) // 2, where)


def add_connected(formula: Formula, rule: Connected, where: str) -> None:
    """The chosen cells hang together; ``where`` tells the groups of several rules apart."""
    graph = rule.graph
    place = {cell: k for k, cell in enumerate(graph.cells)}
    pairs = [(place[u], place[v]) for u, v in graph.edges]
    labels = [cell_label(cell) for cell in graph.cells]
    link = formula.group(
        f"link.{where}",
        "both neighbours are chosen",
        [f"{labels[u]}-{labels[v]}" for u, v in pairs],
    )
    formula.section("neighbours are linked where both are chosen")
    links = []
    for k, (u, v) in enumerate(pairs):
        one, other = graph.variables[u], graph.variables[v]
        formula.add(-link.at(k), one)
        formula.add(-link.at(k), other)
        formula.add(link.at(k), -one, -other)
        links.append((u, v, link.at(k)))
    _one_component(formula, labels, graph.variables, links, len(labels) - 1, where)


def _one_component(
    formula: Formula,
    labels: Sequence[str],
    chosen: Sequence[int],
    links: Sequence[tuple[int, int, int]],
    greatest: int,
    where: str,
) -> None:
    """``chosen[k]``: node k is chosen; ``links``: two nodes, and the variable that links them,
    which implies that both are chosen; ``greatest``: no distance exceeds it."""
    bits = max(greatest, 0).bit_length()
    seen = formula.group(f"seen.{where}", "a node up to this one is chosen", labels)
    depth = formula.group(f"depth.{where}", "bit of the distance to the first one", labels, bits)
    carry = formula.group(
        f"carry.{where}", "all bits of the depth below this one are set", labels, bits + 1
    )
    deeper = formula.group(f"deeper.{where}", "bit of the depth and one more", labels, bits)
    formula.section("the nodes up to one are seen")
    for k, node in enumerate(chosen):
        if k:
            formula.either(seen.at(k), seen.at(k - 1), node)
        else:
            formula.equal(seen.at(k), node)
    formula.section("the root is at depth 0, and so is what is not chosen")
    for k, node in enumerate(chosen):
        for bit in range(bits):
            formula.add(node, -depth.at(k, bit))
            if k:
                formula.add(seen.at(k - 1), -depth.at(k, bit))
            else:
                formula.add(-depth.at(k, bit))
    formula.section("the depth and one more")
    for k in range(len(chosen)):
        formula.add(carry.at(k, 0))
        for bit in range(bits):
            before, low = carry.at(k, bit), depth.at(k, bit)
            formula.add(-carry.at(k, bit + 1), before)
            formula.add(-carry.at(k, bit + 1), low)
            formula.add(carry.at(k, bit + 1), -before, -low)
            formula.differs(deeper.at(k, bit), depth.at(k, bit), before)
    after = _after(formula, labels, links, (depth, carry, deeper), where)
    formula.section("every chosen node but the root is one deeper than a node it is linked to")
    ways: list[list[int]] = [[] for _ in chosen]
    for i, (u, v, _) in enumerate(links):
        ways[u].append(after.at(2 * i))
        ways[v].append(after.at(2 * i + 1))
    for k, node in enumerate(chosen):
        if k:  # seen before it, or else it is the root
            formula.add(-node, -seen.at(k - 1), *ways[k])


def _after(
    formula: Formula,
    labels: Sequence[str],
    links: Sequence[tuple[int, int, int]],
    counters: tuple[Group, Group, Group],
    where: str,
) -> Group:
    """Which node of a link is one deeper than the other; linked depths differ by at most one."""
    depth, carry, deeper = counters
    bits = len(depth.axes[1])
    names = [f"{labels[a]}>{labels[b]}" for u, v, _ in links for a, b in ((u, v), (v, u))]
    after = formula.group(f"after.{where}", "linked, and the first one deeper", names)
    unlike = formula.group(
        f"unlike.{where}", "the bits of the depth and of the other's deeper differ", names, bits
    )
    apart = formula.group(
        f"apart.{where}",
        "the bits of both depths differ",
        [f"{labels[u]}-{labels[v]}" for u, v, _ in links],
        bits,
    )
    formula.section("linked depths differ by at most one")
    for i, (u, v, link) in enumerate(links):
        for arc, one, other in ((2 * i, u, v), (2 * i + 1, v, u)):
            here, full = after.at(arc), carry.at(other, bits)
            differences = [unlike.at(arc, bit) for bit in range(bits)]
            for bit, difference in enumerate(differences):
                formula.differs(difference, depth.at(one, bit), deeper.at(other, bit))
                formula.add(-here, -difference)
            formula.add(-here, link)
            formula.add(-here, -full)  # one more than that is 0 again, and no depth
            formula.add(here, -link, full, *differences)
        for bit in range(bits):
            formula.differs(apart.at(i, bit), depth.at(u, bit), depth.at(v, bit))
            formula.add(-link, -apart.at(i, bit), after.at(2 * i), after.at(2 * i + 1))
    return after
