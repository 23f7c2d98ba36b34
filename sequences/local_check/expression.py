"""Expressions, for the checker alone: Python's own grammar, a few kinds of node, whole numbers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

__all__ = ["Compiled", "UnclearError", "compiled"]

Part: TypeAlias = Callable[[Mapping[str, Any]], Any]
"""The value of a part of an expression, by what the names stand for."""


class UnclearError(ValueError):
    """A description that the checker does not understand."""


@dataclass(frozen=True)
class Compiled:
    """A function from names to a value, and the names that it may look up."""

    evaluate: Callable[[Mapping[str, Any]], Any]
    names: frozenset[str]

    def __call__(self, names: Mapping[str, Any]) -> Any:
        return self.evaluate(names)


def compiled(text: Any, truth: bool) -> Compiled:
    """A function from names to the value; `truth` says which of the two kinds it must be.

    >>> compiled("a + 1 in {2, 3}", True)({"a": 2})
    True
    """
    if not isinstance(text, str) or len(text) > 2000:
        raise UnclearError("an expression is not a text of at most 2000 characters")
    if not text.isascii() or "#" in text:  # Python would fold letters, and pass over a comment
        raise UnclearError(f"{text!r} has signs that no expression has")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise UnclearError(f"{text!r} is not an expression") from None

    value = _part(tree.body)

    def evaluate(names: Mapping[str, Any]) -> Any:
        found = value(names)
        if isinstance(found, list) or (truth and not isinstance(found, bool)):
            raise UnclearError(f"{text!r} has not the kind of value that is needed")
        return found if truth else int(found)

    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return Compiled(evaluate, frozenset(names))


def _number(value: Any) -> int:
    if type(value) is int:
        return value
    if isinstance(value, list):
        raise UnclearError("a list stands where a number is needed")
    return int(value)


def _bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise UnclearError("a number stands where a condition is needed")
    return value


def _items(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise UnclearError("a number stands where a list is needed")
    return value


_OPERATORS: dict[type, Callable[[int, int], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.Pow: lambda a, b: a**b,
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
}


def _part(node: ast.expr) -> Part:
    """A part of an expression as a function of the names. What is not known here is refused."""
    match node:
        case ast.Constant(value=int(number)) if type(number) is int:
            return lambda names: number
        case ast.Name(id=name):
            return _looked_up(name)
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            items = [_part(element) for element in elements]
            if all(isinstance(element, ast.Constant) for element in elements):
                constant = [_number(item({})) for item in items]
                return lambda names: constant
            return lambda names: [_number(item(names)) for item in items]
        case ast.Subscript(value=base, slice=place):
            return _member(_part(base), _part(place))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            truth = _part(operand)
            return lambda names: not _bool(truth(names))
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            signed = _part(operand)
            factor = -1 if isinstance(sign, ast.USub) else 1
            return lambda names: factor * _number(signed(names))
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            return _arithmetic(operator, _part(left), _part(right))
        case ast.BoolOp(op=operator, values=values):
            join = all if isinstance(operator, ast.And) else any
            truths = [_part(value) for value in values]
            # All of them are worked out, to see their kinds.
            return lambda names: join([_bool(truth(names)) for truth in truths])
        case ast.IfExp(test=test, body=body, orelse=other):
            decision, yes, no = _part(test), _part(body), _part(other)
            return lambda names: _number((yes if _bool(decision(names)) else no)(names))
        case ast.Compare(left=left, ops=operators, comparators=others):
            return _compared(operators, [_part(value) for value in (left, *others)])
        case ast.Call(func=ast.Name(id=function), args=arguments, keywords=[]):
            return _called(function, arguments)
    raise UnclearError(f"an expression has a part {ast.unparse(node)!r} that is not known here")


def _looked_up(name: str) -> Part:
    def value(names: Mapping[str, Any]) -> Any:
        found = names.get(name)
        if found is None or callable(found):
            raise UnclearError(f"an expression has a part {name!r} that is not known here")
        return found

    return value


def _member(base: Part, place: Part) -> Part:
    def value(names: Mapping[str, Any]) -> Any:
        items, at = _items(base(names)), _number(place(names))
        if not -len(items) <= at < len(items):
            raise UnclearError("a list has no such member")
        return items[at]

    return value


def _arithmetic(operator: ast.operator, left: Part, right: Part) -> Part:
    combine = _OPERATORS[type(operator)]
    divides, raises = isinstance(operator, ast.FloorDiv | ast.Mod), isinstance(operator, ast.Pow)

    def value(names: Mapping[str, Any]) -> int:
        a, b = _number(left(names)), _number(right(names))
        if divides and b <= 0:
            raise UnclearError("a divisor is not positive")
        if raises and not 0 <= b <= 8:
            raise UnclearError("an exponent is not between 0 and 8")
        found: int = combine(a, b)
        if abs(found) >= 1 << 62:
            raise UnclearError("a value of 2^62 or more arises")
        return found

    return value


def _compared(operators: list[ast.cmpop], parts: list[Part]) -> Part:
    relations = []
    for operator in operators:
        member = isinstance(operator, ast.In | ast.NotIn)
        if (member and len(operators) > 1) or not (member or type(operator) in _OPERATORS):
            raise UnclearError("a comparison is not known here")
        if member:
            relations.append(_among(isinstance(operator, ast.In)))
        else:
            relations.append(_relation(operator))

    def value(names: Mapping[str, Any]) -> bool:
        values = [part(names) for part in parts]
        pairs = zip(relations, values[:-1], values[1:], strict=True)
        truths = [relation(a, b) for relation, a, b in pairs]  # all, to see the kinds
        return all(truths)

    return value


def _among(wanted: bool) -> Callable[[Any, Any], bool]:
    return lambda a, b: (_number(a) in _items(b)) == wanted


def _relation(operator: ast.cmpop) -> Callable[[Any, Any], bool]:
    relation: Callable[[Any, Any], Any] = _OPERATORS[type(operator)]
    of_lists = isinstance(operator, ast.Eq | ast.NotEq)

    def holds(a: Any, b: Any) -> bool:
        if of_lists and isinstance(a, list) and isinstance(b, list):
            return bool(relation(a, b))
        return bool(relation(_number(a), _number(b)))

    return holds


def _called(function: str, arguments: list[ast.expr]) -> Part:
    values: Callable[[Mapping[str, Any]], list[Any]]
    match arguments:
        case [ast.GeneratorExp(elt=body, generators=[one])]:
            if not isinstance(one.target, ast.Name) or one.ifs or one.is_async:
                raise UnclearError("`for` is not known in this form")
            values = _each(_part(body), one.target.id, _part(one.iter))
        case _:
            parts = [_part(argument) for argument in arguments]

            def values(names: Mapping[str, Any]) -> list[Any]:
                return [part(names) for part in parts]

    def value(names: Mapping[str, Any]) -> Any:
        given = values(names)
        own = names.get(function)
        if callable(own):
            if len(given) != 1:
                raise UnclearError(f"{function}() takes one argument here")
            return own(_number(given[0]))
        if function not in _FUNCTIONS:
            raise UnclearError(f"no function {function!r}")
        try:
            return _FUNCTIONS[function](*given)
        except (TypeError, ValueError, IndexError):
            raise UnclearError(f"{function}() is not called as it should be") from None

    return value


def _each(body: Part, name: str, iterated: Part) -> Callable[[Mapping[str, Any]], list[Any]]:
    def values(names: Mapping[str, Any]) -> list[Any]:
        inner = dict(names)
        found = []
        for member in _items(iterated(names)):
            inner[name] = member
            found.append(body(inner))
        return [found]

    return values


def _several(*values: Any) -> list[int]:
    """One list, or several numbers."""
    items = _items(values[0]) if len(values) == 1 else list(values)
    return [_number(item) for item in items]


def _steps(items: Any, rising: bool) -> int:
    circle = _several(items)
    pairs = [(circle[i - 1], circle[i]) for i in range(len(circle))]
    return sum(a < b if rising else a > b for a, b in pairs)


def _picked(place: Any, *choices: Any) -> int:
    at, items = _number(place), _several(*choices)
    if not 0 <= at < len(items):
        raise UnclearError("pick() is out of range")
    return items[at]


def _rotated(left: Any, right: Any) -> bool:
    a, b = _items(left), _items(right)
    return any(a == b[i:] + b[:i] for i in range(len(b)))


def _divides(a: Any, b: Any) -> bool:
    divisor, number = _number(a), _number(b)
    return number == 0 if divisor == 0 else number % divisor == 0


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": lambda value: abs(_number(value)),
    "all": lambda items: all(list(map(_bool, _items(items)))),
    "any": lambda items: any(list(map(_bool, _items(items)))),
    "count": lambda items, value: [_number(v) for v in _items(items)].count(_number(value)),
    "decreases": lambda *items: _steps(_several(*items), rising=False),
    "distinct": lambda *items: len(set(_several(*items))),
    "divides": _divides,
    "increases": lambda *items: _steps(_several(*items), rising=True),
    "len": lambda items: len(_items(items)),
    "max": lambda *items: max(_several(*items)),
    "min": lambda *items: min(_several(*items)),
    "pick": _picked,
    "rotation": _rotated,
    "sorted": lambda *items: sorted(_several(*items)),
    "sum": lambda *items: sum(_several(*items)),
}
