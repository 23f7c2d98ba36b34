"""Memory hints for compiled loops."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = ["prefetch"]

_tools: Any = cgutils  # without types


def _prefetch(typingctx: Any, array: Any, index: Any) -> Any:
    """The typing and the code of :data:`prefetch`."""
    if not isinstance(array, types.Array) or not isinstance(index, types.Integer):
        return None

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind, _ = signature.args
        fields = context.make_array(kind)(context, builder, arguments[0])
        row = context.cast(builder, arguments[1], signature.args[1], types.int64)
        stride = _tools.unpack_tuple(builder, fields.strides)[0]
        base = builder.ptrtoint(fields.data, ir.IntType(64))
        address = builder.add(base, builder.mul(row, stride))
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        hint = _tools.get_or_insert_function(builder.module, shape, "llvm.prefetch.p0i8")
        # To be written; keep in all caches; data.
        builder.call(hint, [builder.inttoptr(address, byte), number(1), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, index), emit


prefetch: Any = intrinsic(_prefetch)
"""``prefetch(array, index)`` asks for the cache line of a row: it is read and written soon."""
