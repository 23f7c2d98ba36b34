"""The families of counting problems, one transfer machine per file.

`FAMILIES` maps each name to the module and the constant that hold it, so that a command loads only
what it needs. To add a family, write its file and add its line here.
"""

from __future__ import annotations

from importlib import import_module

from sequences.problem import Family

__all__ = ["FAMILIES", "family"]

FAMILIES: dict[str, tuple[str, str]] = {
    "paths": ("paths", "PATHS"),
    "covers": ("covers", "COVERS"),
    "no-three": ("no_three", "NO_THREE"),
    "at-most-two-per-line": ("at_most_two_per_line", "AT_MOST_TWO_PER_LINE"),
    "induced-matchings": ("induced_matchings", "INDUCED_MATCHINGS"),
    "hamiltonian-paths": ("hamiltonian_paths", "HAMILTONIAN_PATHS"),
    "single-paths": ("hamiltonian_paths", "SINGLE_PATHS"),
    "takuzu": ("takuzu", "TAKUZU"),
    "takuzu-with-repeats": ("takuzu", "TAKUZU_WITH_REPEATS"),
    "tribonacci": ("words", "TRIBONACCI"),
    "lazy-caterer": ("words", "LAZY_CATERER"),
    "balanced-words": ("words", "BALANCED_WORDS"),
}


def family(name: str) -> Family:
    """The family of a given name; `no-three/rows,columns` and the like choose directions.

    Raises KeyError for an unknown name and ValueError for an unknown direction.

    >>> family("paths").name
    'paths'
    """
    if name.startswith("no-three/"):
        from sequences.families.no_three import no_three

        return no_three(*name.removeprefix("no-three/").split(","))
    module, constant = FAMILIES[name]
    found = getattr(import_module(f"sequences.families.{module}"), constant)
    assert isinstance(found, Family)
    return found
