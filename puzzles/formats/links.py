"""Links that hold no board, such as short links: refused with the reason.

Kazoe opens no connection, so what a server has to look up stays unknown.
"""

from __future__ import annotations

import re
from typing import NoReturn

from puzzles.formats.text import Text, short

__all__ = ["read", "recognises"]

_SHORTENERS = ("tinyurl.com", "bit.ly", "is.gd", "t.co", "goo.gl", "git.io", "ow.ly")
_LINK = re.compile(
    r"(?:https?://(?:www\.)?([^/?#\s]+)|(?:www\.)?(" + "|".join(_SHORTENERS) + r")/)\S*"
)


def recognises(text: Text, puzzle: str | None) -> bool:
    """Is this line a link?  Asked behind every format whose links hold a board."""
    return _LINK.fullmatch(text.string) is not None


def read(text: Text, puzzle: str | None) -> NoReturn:
    """Raise with what to do instead."""
    match = _LINK.fullmatch(text.string)
    host = (match[1] or match[2]) if match else text.string
    if host.lower() in _SHORTENERS:
        message = f"expected a URL that holds the board, found a short link of {host}"
    else:
        message = f"expected a URL that holds the board, found a page of {short(host)}"
    raise text.fault(
        0, f"{message}; no page is fetched: open it in a browser and copy the address it leads to"
    )
