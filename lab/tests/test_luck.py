"""The checked-in figures that packages/research is held against are those of numpy and scipy."""

import json
import math
from pathlib import Path

import pytest

from platform_lab.luck import published_and_made_up

FIGURES = Path(__file__).parents[2] / "packages/research/src/statistics/reference.json"


@pytest.fixture(scope="module")
def figures() -> dict[str, object]:
    return published_and_made_up()


def flat(value: object) -> list[float]:
    if isinstance(value, dict):
        return [number for each in value.values() for number in flat(each)]
    if isinstance(value, list):
        return [number for each in value for number in flat(each)]
    assert isinstance(value, int | float)
    return [float(value)]


def test_checked_in_figures_are_those_of_scipy(figures: dict[str, object]) -> None:
    expected = flat(json.loads(FIGURES.read_text()))
    found = flat(figures)
    assert len(found) == len(expected)
    assert all(math.isclose(a, b, rel_tol=1e-12) for a, b in zip(found, expected, strict=True))


def test_published_examples(figures: dict[str, object]) -> None:
    records = figures["records"]
    assert isinstance(records, list)
    assert round(records[0]["probabilistic"], 3) == 0.913
    assert round(records[1]["probabilistic"], 3) == 0.982
    assert round(records[3]["deflated"]["100"], 4) == 0.9004
    assert round(records[3]["deflated"]["46"], 4) == 0.9505
