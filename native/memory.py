"""Memory by address for compiled loops, and hints for it.

numba counts references to the arrays that are handed to a function, atomically, even where the
function is inlined; in a loop of a few instructions that costs more than the loop.  Numbers are not
counted.  So an inner loop takes the addresses of its arrays once, and its steps take addresses.

Nothing is checked: an index must lie inside its array, and :func:`held` must name every array whose
address was taken behind the last use of that address, or numba may free the array before.
Addresses and indices are int64; what is read is int64, but uint64 by :data:`load_u64`.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = [
    "address",
    "held",
    "load_i64",
    "load_u8",
    "load_u32",
    "load_u64",
    "prefetch",
    "store_i64",
    "store_u8",
    "store_u32",
    "store_u64",
]

_tools: Any = cgutils  # without types


def _address(typingctx: Any, array: Any) -> Any:
    """The typing and the code of :data:`address`."""
    if not isinstance(array, types.Array):
        return None

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        fields = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.ptrtoint(fields.data, ir.IntType(64))

    return types.int64(array), emit


def _held(typingctx: Any, array: Any) -> Any:
    """The typing and the code of :data:`held`: a use that does nothing."""
    if not isinstance(array, types.Array):
        return None

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.get_dummy_value()

    return types.void(array), emit


def _pointer(builder: Any, base: Any, index: Any, width: int) -> Any:
    """The pointer to the element ``index`` of ``width`` bits behind the address ``base``."""
    kind = ir.IntType(width).as_pointer()
    return builder.gep(builder.inttoptr(base, kind), [index])


def _load(width: int, result: Any = types.int64) -> Any:
    def typed(typingctx: Any, base: Any, index: Any) -> Any:

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            base, index = arguments
            value = builder.load(_pointer(builder, base, index, width), align=width // 8)
            return value if width == 64 else builder.zext(value, ir.IntType(64))

        return result(types.int64, types.int64), emit

    return typed


def _store(width: int, given: Any = types.int64) -> Any:
    def typed(typingctx: Any, base: Any, index: Any, value: Any) -> Any:

        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            base, index, value = arguments
            if width < 64:
                value = builder.trunc(value, ir.IntType(width))
            builder.store(value, _pointer(builder, base, index, width), align=width // 8)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, given), emit

    return typed


def _prefetch(typingctx: Any, base: Any) -> Any:
    """The typing and the code of :data:`prefetch`."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        hint = _tools.get_or_insert_function(builder.module, shape, "llvm.prefetch.p0i8")
        # To be written; keep in all caches; data.
        builder.call(hint, [builder.inttoptr(arguments[0], byte), number(1), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(types.int64), emit


address: Any = intrinsic(_address)
"""``address(array)``: where the array's first element lies."""
held: Any = intrinsic(_held)
"""``held(array)``: up to here the array is in use, by its address."""
load_i64: Any = intrinsic(_load(64))
load_u8: Any = intrinsic(_load(8))
load_u32: Any = intrinsic(_load(32))
load_u64: Any = intrinsic(_load(64, types.uint64))
store_i64: Any = intrinsic(_store(64))
store_u8: Any = intrinsic(_store(8))
store_u32: Any = intrinsic(_store(32))
store_u64: Any = intrinsic(_store(64, types.uint64))
prefetch: Any = intrinsic(_prefetch)
"""``prefetch(address)`` asks for the cache line there: it is read and written soon."""
