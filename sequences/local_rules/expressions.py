"""The expression language of descriptions: text to a tree.

A small part of Python's expression syntax, with Python's precedence and meaning: whole numbers,
names, lists, arithmetic, comparisons, `and`, `or`, `not`, `x if t else y`, calls of the functions
listed in `sequences.local_rules.evaluation`, and `f(e for v in list)`. Nothing is executed as Python.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "Binary",
    "Call",
    "Choice",
    "Compare",
    "Each",
    "Expression",
    "ExpressionError",
    "Index",
    "Items",
    "Logic",
    "Name",
    "Number",
    "Unary",
    "parse_expression",
]

LENGTH = 2000
DEPTH = 40


class ExpressionError(ValueError):
    """An expression that cannot be read or evaluated; the message says why and where."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """A cell, a list of cells, or another quantity of the place."""

    name: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list, written with any of the three brackets."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A function of its arguments."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Each:
    """A function of a list of values: `function(body for name in items)`."""

    function: str
    body: Expression
    name: str
    items: Expression


@dataclass(frozen=True, slots=True)
class Index:
    """A member of a list, counted from 0 (negative: from the end)."""

    items: Expression
    place: int


@dataclass(frozen=True, slots=True)
class Unary:
    """`-` or `not`."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary:
    """`+`, `-`, `*`, `//`, `%` or `**`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Compare:
    """A chain such as a < b <= c, or one `in` or `not in`."""

    operators: tuple[str, ...]
    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` or `or`."""

    operator: str
    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """`yes if test else no`."""

    test: Expression
    yes: Expression
    no: Expression


Expression: TypeAlias = (
    Number | Name | Items | Call | Each | Index | Unary | Binary | Compare | Logic | Choice
)

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]+)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<sign>\*\*|//|==|!=|<=|>=|[-+*%<>()\[\]{},])|(?P<wrong>\S))"
)
_WORDS = frozenset({"and", "or", "not", "in", "if", "else", "for"})
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_CLOSING = {"(": ")", "[": "]", "{": "}"}


def parse_expression(text: str) -> Expression:
    """The tree of an expression. Raises ExpressionError with the place (a character count).

    >>> parse_expression("a + 2*b")
    Binary(operator='+', left=Name(name='a'), right=Binary(operator='*', left=Number(value=2), \
right=Name(name='b')))
    """
    if len(text) > LENGTH:
        raise ExpressionError(f"expected at most {LENGTH} characters")
    return _Parser(text).whole()


class _Parser:
    """Recursive descent; one method for each level of precedence."""

    def __init__(self, text: str) -> None:
        self._tokens: list[tuple[str, int, bool]] = []
        place = 0
        while match := _TOKEN.match(text, place):
            kind = match.lastgroup
            assert kind is not None
            start = match.start(kind)
            if kind == "wrong":
                raise ExpressionError(f"character {start + 1}: unexpected {match[kind]!r}")
            self._tokens.append((match[kind], start + 1, kind == "number"))
            place = match.end()
        self._tokens.append(("", len(text) + 1, False))
        self._next = 0
        self._depth = 0

    @property
    def _token(self) -> str:
        return self._tokens[self._next][0]

    def _error(self, expected: str) -> ExpressionError:
        token, place, _ = self._tokens[self._next]
        found = repr(token) if token else "the end"
        return ExpressionError(f"character {place}: expected {expected}, not {found}")

    def _take(self, *tokens: str) -> str | None:
        if self._token in tokens and not self._tokens[self._next][2]:
            self._next += 1
            return self._tokens[self._next - 1][0]
        return None

    def _expect(self, token: str) -> None:
        if self._take(token) is None:
            raise self._error(repr(token))

    def whole(self) -> Expression:
        found = self._choice()
        if self._token:
            raise self._error("an operator or the end")
        return found

    def _choice(self) -> Expression:
        self._depth += 1
        if self._depth > DEPTH:
            raise ExpressionError(f"expected at most {DEPTH} levels of brackets")
        yes = self._or()
        if self._take("if"):
            test = self._or()
            self._expect("else")
            yes = Choice(test, yes, self._choice())
        self._depth -= 1
        return yes

    def _or(self) -> Expression:
        operands = [self._and()]
        while self._take("or"):
            operands.append(self._and())
        return operands[0] if len(operands) == 1 else Logic("or", tuple(operands))

    def _and(self) -> Expression:
        operands = [self._not()]
        while self._take("and"):
            operands.append(self._not())
        return operands[0] if len(operands) == 1 else Logic("and", tuple(operands))

    def _not(self) -> Expression:
        count = 0
        while self._take("not"):
            count += 1
        operand = self._comparison()
        for _ in range(count):
            operand = Unary("not", operand)
        return operand

    def _comparison(self) -> Expression:
        operands, operators = [self._sum()], []
        while True:
            operator = self._take(*_COMPARISONS, "in", "not")
            if operator is None:
                break
            if operator == "not":
                self._expect("in")
                operator = "not in"
            operators.append(operator)
            operands.append(self._sum())
        if not operators:
            return operands[0]
        if len(operators) > 1 and {"in", "not in"} & set(operators):
            raise ExpressionError("`in` cannot stand in a chain of comparisons; use brackets")
        return Compare(tuple(operators), tuple(operands))

    def _sum(self) -> Expression:
        left = self._product()
        while operator := self._take("+", "-"):
            left = Binary(operator, left, self._product())
        return left

    def _product(self) -> Expression:
        left = self._sign()
        while operator := self._take("*", "//", "%"):
            right = self._sign()
            if operator != "*" and not (isinstance(right, Number) and right.value > 0):
                raise ExpressionError(
                    f"the right side of {operator} must be a positive number; for divisibility"
                    " use divides(a, b)"
                )
            left = Binary(operator, left, right)
        return left

    def _sign(self) -> Expression:
        # A loop, for a long row of signs must not exhaust the stack.
        signs = 0
        while sign := self._take("-", "+"):
            signs += sign == "-"
        operand = self._power()
        if signs == 0:
            return operand
        if signs > DEPTH:
            raise ExpressionError(f"expected at most {DEPTH} signs")
        for _ in range(signs):
            operand = Unary("-", operand)
        return operand

    def _power(self) -> Expression:
        left = self._postfix()
        if self._take("**"):
            right = self._postfix()
            if not (isinstance(right, Number) and right.value <= 8) or self._token == "**":
                raise ExpressionError("an exponent must be one number from 0 to 8")
            return Binary("**", left, right)
        return left

    def _postfix(self) -> Expression:
        found = self._atom()
        while self._take("["):
            sign = -1 if self._take("-") else 1
            if not self._tokens[self._next][2]:
                raise self._error("a number (to choose by a value use pick(x, ...))")
            found = Index(found, sign * int(self._tokens[self._next][0]))
            self._next += 1
            self._expect("]")
        return found

    def _atom(self) -> Expression:
        token, _, number = self._tokens[self._next]
        if number:
            self._next += 1
            if len(token) > 9:
                raise ExpressionError("expected a number of at most nine digits")
            return Number(int(token))
        if token in _CLOSING:
            self._next += 1
            items, comma = self._list(_CLOSING[token])
            if token == "(" and len(items) == 1 and not comma:
                return items[0]
            return Items(items)
        if not token or not (token[0].isalpha() or token[0] == "_") or token in _WORDS:
            raise self._error("a number, a name or a bracket")
        self._next += 1
        return self._call(token) if self._take("(") else Name(token)

    def _call(self, function: str) -> Expression:
        if self._take(")"):
            return Call(function, ())
        first = self._choice()
        if self._take("for"):
            name = self._token
            if not name or not name[0].isalpha() or name in _WORDS:
                raise self._error("a name")
            self._next += 1
            self._expect("in")
            items = self._or()
            self._expect(")")
            return Each(function, first, name, items)
        rest: tuple[Expression, ...] = ()
        if self._take(","):
            rest, _ = self._list(")")
        else:
            self._expect(")")
        return Call(function, (first, *rest))

    def _list(self, closing: str) -> tuple[tuple[Expression, ...], bool]:
        """The items up to a closing bracket, and whether there was a comma."""
        items: list[Expression] = []
        comma = False
        while not self._take(closing):
            if items and not comma:
                raise self._error(f"',' or {closing!r}")
            items.append(self._choice())
            if self._take(","):
                comma = True
            elif self._token != closing:
                raise self._error(f"',' or {closing!r}")
        return tuple(items), comma
