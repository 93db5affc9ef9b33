"""The two roundings of the documents: exact decimal text in signals, 8 decimals of a double at fills."""

from decimal import ROUND_HALF_EVEN, Context, Decimal

_CONTEXT = Context(prec=400, rounding=ROUND_HALF_EVEN)
_QUANTUM = Decimal("1e-8")
_LARGEST_ROUNDED = 2.0**52


def fixed8(x: float) -> str:
    """Exactly 8 decimals, half-even, from the shortest decimal text of the double."""
    rounded = Decimal(repr(x)).quantize(_QUANTUM, context=_CONTEXT)
    return f"{abs(rounded) if rounded == 0 else rounded:f}"


def round8(x: float) -> float:
    """Money at fills: to the nearest 1e-8, ties to even; beyond 2^52 units a double has no such digits."""
    q = x * 100_000_000
    return x if abs(q) >= _LARGEST_ROUNDED else round(q) / 100_000_000
