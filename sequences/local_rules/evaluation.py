"""The value of an expression for many assignments at once.

A quantity is an array with one entry per assignment: of whole numbers (int64) or of truth values.
Truth values count as 0 and 1 in arithmetic, as in Python; a number is not a truth value. A list is
a tuple of quantities. Each arithmetic step is checked against overflow before it is made.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from sequences.local_rules.expressions import (
    Binary,
    Call,
    Choice,
    Compare,
    Each,
    Expression,
    ExpressionError,
    Index,
    Items,
    Logic,
    Name,
    Number,
    Unary,
)

__all__ = ["Array", "Quantity", "evaluate", "number", "truth"]

Array: TypeAlias = Any
"""A numpy array over the assignments, or a single number or truth value."""

Quantity: TypeAlias = Any
"""An `Array`, or a tuple of them (a list)."""

LARGEST = 2**62
LONGEST = 400
"""Members of a list."""


def truth(expression: Expression, scope: Mapping[str, Any], size: int) -> Array:
    """A truth value for each of `size` assignments (0: only try). Raises ExpressionError for a
    number."""
    found = evaluate(expression, scope)
    if size == 0:
        return _true(found, "a condition")
    return np.broadcast_to(_true(found, "a condition"), (size,))


def number(expression: Expression, scope: Mapping[str, Any]) -> Array:
    """A whole number for each assignment. Raises ExpressionError for a list."""
    return _number(evaluate(expression, scope), "a value")


def evaluate(expression: Expression, scope: Mapping[str, Any]) -> Quantity:
    """The value of an expression; `scope` gives names their quantities (functions: callables).

    >>> from sequences.local_rules.expressions import parse_expression
    >>> int(evaluate(parse_expression("max(a, 2) - 5 % 3"), {"a": 7}))
    5
    """
    match expression:
        case Number(value):
            return np.int64(value)
        case Name(name):
            if name not in scope or callable(scope[name]):
                raise ExpressionError(f"unknown name {name!r}; known here: {_known(scope)}")
            return scope[name]
        case Items(items):
            return tuple(_number(evaluate(item, scope), "a member of a list") for item in items)
        case Index(items, place):
            found = _list(evaluate(items, scope), "what is before [ ]")
            if not -len(found) <= place < len(found):
                raise ExpressionError(f"a list of {len(found)} has no member [{place}]")
            return found[place]
        case Unary("not", operand):
            return np.logical_not(_true(evaluate(operand, scope), "`not`"))
        case Unary(_, operand):
            return _minus(np.int64(0), _number(evaluate(operand, scope), "-"))
        case Binary(operator, left, right):
            values = (evaluate(left, scope), evaluate(right, scope))
            return _ARITHMETIC[operator](*(_number(value, operator) for value in values))
        case Compare(operators, operands):
            return _compare(operators, [evaluate(operand, scope) for operand in operands])
        case Logic(operator, operands):
            join = np.logical_and if operator == "and" else np.logical_or
            return reduce(join, [_true(evaluate(o, scope), f"`{operator}`") for o in operands])
        case Choice(test, yes, no):
            decision = _true(evaluate(test, scope), "`if`")
            branches = (_number(evaluate(b, scope), "`if`") for b in (yes, no))
            return np.where(decision, *branches)
        case Each(function, body, name, items):
            members = _list(evaluate(items, scope), "what is after `in`")
            # ChainMap never writes to the later maps, whatever its type says.
            inner: list[Any] = [
                evaluate(body, ChainMap({name: member}, scope))  # type: ignore[arg-type]
                for member in members
            ]
            return _call(function, [tuple(inner)], scope)
        case Call(function, arguments):
            return _call(function, [evaluate(argument, scope) for argument in arguments], scope)


def _known(scope: Mapping[str, Any]) -> str:
    names = [name + "(...)" if callable(value) else name for name, value in scope.items()]
    return ", ".join(names)


def _number(value: Quantity, where: str) -> Array:
    if isinstance(value, tuple):
        raise ExpressionError(f"{where}: expected a number, not a list")
    return np.asarray(value, dtype=np.int64)


def _true(value: Quantity, where: str) -> Array:
    if isinstance(value, tuple) or np.asarray(value).dtype != np.bool_:
        raise ExpressionError(f"{where}: expected something true or false, such as a comparison")
    return value


def _list(value: Quantity, where: str) -> tuple[Array, ...]:
    if not isinstance(value, tuple):
        raise ExpressionError(f"{where}: expected a list, not a number")
    return value


def _size(value: Array) -> int:
    """The largest absolute value."""
    found = np.asarray(value)
    return max(abs(int(found.max())), abs(int(found.min()))) if found.size else 0


def _bounded(size: int) -> None:
    if size >= LARGEST:
        raise ExpressionError("a value of 2^62 or more arises")


def _plus(left: Array, right: Array) -> Array:
    _bounded(_size(left) + _size(right))
    return left + right


def _minus(left: Array, right: Array) -> Array:
    _bounded(_size(left) + _size(right))
    return left - right


def _times(left: Array, right: Array) -> Array:
    _bounded(_size(left) * _size(right))
    return left * right


def _power(left: Array, right: Array) -> Array:
    exponent = int(right)
    _bounded(_size(left) ** exponent)
    return left**exponent


_ARITHMETIC: dict[str, Callable[[Array, Array], Array]] = {
    "+": _plus,
    "-": _minus,
    "*": _times,
    "//": lambda left, right: left // right,
    "%": lambda left, right: left % right,
    "**": _power,
}

_RELATIONS: dict[str, Callable[[Array, Array], Array]] = {
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


def _compare(operators: Sequence[str], values: Sequence[Quantity]) -> Array:
    if operators[0] in ("in", "not in"):
        found = _among(_number(values[0], "`in`"), _list(values[1], "what is after `in`"))
        return found if operators[0] == "in" else np.logical_not(found)
    parts = []
    for operator, (left, right) in zip(operators, pairwise(values), strict=True):
        if isinstance(left, tuple) and isinstance(right, tuple) and operator in ("==", "!="):
            same = _same(left, right)
            parts.append(same if operator == "==" else np.logical_not(same))
        else:
            numbers = (_number(left, operator), _number(right, operator))
            parts.append(_RELATIONS[operator](*numbers))
    return reduce(np.logical_and, parts)


def _among(value: Array, members: Sequence[Array]) -> Array:
    return reduce(np.logical_or, [np.equal(value, m) for m in members], np.zeros_like(value, bool))


def _same(left: Sequence[Array], right: Sequence[Array]) -> Array:
    if len(left) != len(right):
        return np.False_
    return reduce(
        np.logical_and, [np.equal(a, b) for a, b in zip(left, right, strict=True)], np.True_
    )


# --- functions ---------------------------------------------------------------------------------


def _call(function: str, arguments: list[Quantity], scope: Mapping[str, Any]) -> Quantity:
    local = scope.get(function)
    if callable(local):
        if len(arguments) != 1:
            raise ExpressionError(f"{function}() takes one argument here")
        return local(_number(arguments[0], f"{function}()"))
    if function not in _FUNCTIONS:
        known = sorted({*_FUNCTIONS, *(n for n, v in scope.items() if callable(v))})
        raise ExpressionError(f"unknown function {function!r}; known here: {', '.join(known)}")
    return _FUNCTIONS[function](arguments)


def _one_list(function: str, arguments: list[Quantity], least: int = 0) -> tuple[Array, ...]:
    """One list, or several numbers."""
    items = arguments if len(arguments) != 1 else _list(arguments[0], f"{function}()")
    if not least <= len(items) <= LONGEST:
        raise ExpressionError(f"{function}(): expected {least} to {LONGEST} members")
    return tuple(_number(item, f"{function}()") for item in items)


def _arity(function: str, arguments: list[Quantity], count: int) -> None:
    if len(arguments) != count:
        raise ExpressionError(f"{function}(): expected {count} arguments, not {len(arguments)}")


def _total(items: Sequence[Array]) -> Array:
    return reduce(_plus, items, np.int64(0))


def _as_numbers(items: Sequence[Array]) -> list[Array]:
    return [_number(item, "a count") for item in items]


def _sorted(arguments: list[Quantity]) -> Quantity:
    items = _one_list("sorted", arguments, 1)
    return tuple(np.sort(np.stack(np.broadcast_arrays(*items)), axis=0))


def _distinct(arguments: list[Quantity]) -> Array:
    items = _one_list("distinct", arguments)
    new = [np.logical_not(_among(item, items[:i])) for i, item in enumerate(items)]
    return _total(_as_numbers(new))


def _count(arguments: list[Quantity]) -> Array:
    _arity("count", arguments, 2)
    items, value = _list(arguments[0], "count()"), _number(arguments[1], "count()")
    return _total(_as_numbers([np.equal(_number(item, "count()"), value) for item in items]))


def _around(
    name: str, relation: Callable[[Array, Array], Array]
) -> Callable[[list[Quantity]], Array]:
    def steps(arguments: list[Quantity]) -> Array:
        items = _one_list(name, arguments, 1)
        following = (*items[1:], items[0])
        return _total(_as_numbers([relation(a, b) for a, b in zip(items, following, strict=True)]))

    return steps


def _rotation(arguments: list[Quantity]) -> Array:
    _arity("rotation", arguments, 2)
    left, right = (_list(argument, "rotation()") for argument in arguments)
    turns = [_same(left, (*right[i:], *right[:i])) for i in range(len(right))]
    return reduce(np.logical_or, turns, np.False_)


def _pick(arguments: list[Quantity]) -> Array:
    if len(arguments) < 2:
        raise ExpressionError("pick(): expected a number and what to choose from")
    place = _number(arguments[0], "pick()")
    rest = arguments[1:]
    choices = _one_list("pick", list(rest), 1)
    if np.any(place < 0) or np.any(place >= len(choices)):
        raise ExpressionError(f"pick(): the first argument must lie in 0..{len(choices) - 1}")
    columns = np.stack(np.broadcast_arrays(*choices, place))[:-1]
    return np.take_along_axis(columns, np.broadcast_to(place, columns.shape[1:])[None], 0)[0]


def _divides(arguments: list[Quantity]) -> Array:
    _arity("divides", arguments, 2)
    a, b = (_number(argument, "divides()") for argument in arguments)
    return np.where(a == 0, b == 0, b % np.where(a == 0, 1, a) == 0)


def _fold(name: str, join: Callable[[Array, Array], Array]) -> Callable[[list[Quantity]], Array]:
    return lambda arguments: reduce(join, _one_list(name, arguments, 1))


def _truths(
    name: str, join: Callable[[Array, Array], Array], empty: Any
) -> Callable[[list[Quantity]], Array]:
    def joined(arguments: list[Quantity]) -> Array:
        _arity(name, arguments, 1)
        items = _list(arguments[0], f"{name}()")
        return reduce(join, [_true(item, f"{name}()") for item in items], empty)

    return joined


def _abs(arguments: list[Quantity]) -> Array:
    _arity("abs", arguments, 1)
    return np.abs(_number(arguments[0], "abs()"))


def _len(arguments: list[Quantity]) -> Array:
    _arity("len", arguments, 1)
    return np.int64(len(_list(arguments[0], "len()")))


_FUNCTIONS: dict[str, Callable[[list[Quantity]], Quantity]] = {
    "abs": _abs,
    "all": _truths("all", np.logical_and, np.True_),
    "any": _truths("any", np.logical_or, np.False_),
    "count": _count,
    "decreases": _around("decreases", np.greater),
    "distinct": _distinct,
    "divides": _divides,
    "increases": _around("increases", np.less),
    "len": _len,
    "max": _fold("max", np.maximum),
    "min": _fold("min", np.minimum),
    "pick": _pick,
    "rotation": _rotation,
    "sorted": _sorted,
    "sum": lambda arguments: _total(_one_list("sum", arguments)),
}
