"""A strategy from a file outside the lab: the reference of one of the user's own."""

import importlib.util
from pathlib import Path

from platform_lab.strategies.base import Strategy


def load_strategy(path: Path) -> type[Strategy]:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is no Python module")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Strategy) and value.__module__ == path.stem
    ]
    if len(found) != 1:
        raise ValueError(f"{path} has {len(found)} subclasses of Strategy, not one")
    return found[0]
