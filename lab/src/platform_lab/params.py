"""Parameter tables: defaults, ranges and the refusal of everything else, naming the field."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Params = dict[str, Any]


class ParamError(ValueError):
    """One line per fault, each beginning with the field's name."""


@dataclass(frozen=True)
class Number:
    default: float
    low: float
    high: float
    integer: bool = False
    multiple_of: int = 1

    def fault(self, value: object) -> str | None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return "must be a number"
        if not self.low <= value <= self.high:
            return f"must be between {self.low} and {self.high}"
        if self.integer and value != int(value):
            return "must be an integer"
        if self.multiple_of > 1 and value % self.multiple_of != 0:
            return f"must be a multiple of {self.multiple_of}"
        return None


@dataclass(frozen=True)
class Flag:
    default: bool

    def fault(self, value: object) -> str | None:
        return None if isinstance(value, bool) else "must be true or false"


@dataclass(frozen=True)
class Symbol:
    default: str

    def fault(self, value: object) -> str | None:
        fits = isinstance(value, str) and re.fullmatch(r"[A-Z0-9]{2,20}", value)
        return None if fits else "must be 2 to 20 of A-Z and 0-9"


@dataclass(frozen=True)
class SizeHintField:
    @property
    def default(self) -> Params:
        return {"kind": "vol_target", "value": 0.4}

    def fault(self, value: object) -> str | None:
        if not isinstance(value, dict) or set(value) != {"kind", "value"}:
            return "must have exactly kind and value"
        if value["kind"] not in ("vol_target", "fixed"):
            return "kind must be vol_target or fixed"
        return Number(0.4, 0.01, 5).fault(value["value"])


Field = Number | Flag | Symbol | SizeHintField
Rule = tuple[str, Callable[[Params], bool], str]

COMMON: dict[str, Field] = {"allow_short": Flag(True), "size_hint": SizeHintField()}


def integer(default: int, low: int, high: int, multiple_of: int = 1) -> Number:
    return Number(default, low, high, integer=True, multiple_of=multiple_of)


def complete(fields: Mapping[str, Field], rules: tuple[Rule, ...], given: Mapping[str, Any]) -> Params:
    """Fills the defaults; refuses unknown fields, values out of range, and combinations a rule forbids."""
    known = {**fields, **COMMON}
    faults = [f"{name}: unknown field" for name in given if name not in known]
    params: Params = {}
    for name, spec in known.items():
        params[name] = given.get(name, spec.default)
        fault = spec.fault(params[name])
        if fault:
            faults.append(f"{name}: {fault}")
    if not faults:
        faults = [f"{name}: {message}" for name, holds, message in rules if not holds(params)]
    if faults:
        raise ParamError("\n".join(faults))
    return params
