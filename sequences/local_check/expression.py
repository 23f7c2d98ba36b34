"""Expressions, for the checker alone: Python's own grammar, a few kinds of node, whole numbers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Compiled", "UnclearError", "compiled"]


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

    def evaluate(names: Mapping[str, Any]) -> Any:
        found = _value(tree.body, names)
        if isinstance(found, list) or (truth and not isinstance(found, bool)):
            raise UnclearError(f"{text!r} has not the kind of value that is needed")
        return found if truth else int(found)

    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return Compiled(evaluate, frozenset(names))


def _number(value: Any) -> int:
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


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=int(number)) if type(number) is int:
            return number
        case ast.Name(id=name) if name in names and not callable(names[name]):
            return names[name]
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            return [_number(_value(element, names)) for element in elements]
        case ast.Subscript(value=base, slice=place):
            items, at = _items(_value(base, names)), _number(_value(place, names))
            if not -len(items) <= at < len(items):
                raise UnclearError("a list has no such member")
            return items[at]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _bool(_value(operand, names))
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            value = _number(_value(operand, names))
            return -value if isinstance(sign, ast.USub) else value
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            a, b = _number(_value(left, names)), _number(_value(right, names))
            if isinstance(operator, ast.FloorDiv | ast.Mod) and b <= 0:
                raise UnclearError("a divisor is not positive")
            if isinstance(operator, ast.Pow) and not 0 <= b <= 8:
                raise UnclearError("an exponent is not between 0 and 8")
            found = _OPERATORS[type(operator)](a, b)
            if abs(found) >= 1 << 62:
                raise UnclearError("a value of 2^62 or more arises")
            return found
        case ast.BoolOp(op=ast.And(), values=values):
            truths = [_bool(_value(v, names)) for v in values]  # all of them, to see their kinds
            return all(truths)
        case ast.BoolOp(values=values):
            truths = [_bool(_value(v, names)) for v in values]
            return any(truths)
        case ast.IfExp(test=test, body=body, orelse=other):
            chosen = body if _bool(_value(test, names)) else other
            return _number(_value(chosen, names))
        case ast.Compare(left=left, ops=operators, comparators=others):
            return _compared(left, operators, others, names)
        case ast.Call(func=ast.Name(id=function), args=arguments, keywords=[]):
            return _called(function, arguments, names)
    raise UnclearError(f"an expression has a part {ast.unparse(node)!r} that is not known here")


def _compared(
    left: ast.expr, operators: list[ast.cmpop], others: list[ast.expr], names: Mapping[str, Any]
) -> bool:
    values = [_value(v, names) for v in (left, *others)]
    good = True
    for operator, a, b in zip(operators, values[:-1], values[1:], strict=True):
        match operator:
            case ast.In() | ast.NotIn() if len(operators) == 1:
                found = _number(a) in _items(b)
                good = good and found == isinstance(operator, ast.In)
            case ast.Eq() | ast.NotEq() if isinstance(a, list) and isinstance(b, list):
                good = good and (a == b) == isinstance(operator, ast.Eq)
            case _ if type(operator) in _OPERATORS:
                good = good and bool(_OPERATORS[type(operator)](_number(a), _number(b)))
            case _:
                raise UnclearError("a comparison is not known here")
    return good


def _called(function: str, arguments: list[ast.expr], names: Mapping[str, Any]) -> Any:
    match arguments:
        case [ast.GeneratorExp(elt=body, generators=[one])]:
            if not isinstance(one.target, ast.Name) or one.ifs or one.is_async:
                raise UnclearError("`for` is not known in this form")
            name = one.target.id
            members = _items(_value(one.iter, names))
            values: list[Any] = [[_value(body, {**names, name: m}) for m in members]]
        case _:
            values = [_value(argument, names) for argument in arguments]
    own = names.get(function)
    if callable(own):
        if len(values) != 1:
            raise UnclearError(f"{function}() takes one argument here")
        return own(_number(values[0]))
    if function not in _FUNCTIONS:
        raise UnclearError(f"no function {function!r}")
    try:
        return _FUNCTIONS[function](*values)
    except (TypeError, ValueError, IndexError):
        raise UnclearError(f"{function}() is not called as it should be") from None


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
