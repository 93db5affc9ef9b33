"""What is checked in is what the code makes."""

import gzip
import json

import pytest

from platform_lab.parity.fixtures import FOLDER, fixture_market, fixture_texts, golden_results
from platform_lab.parity.markets import generated_market


@pytest.mark.parametrize("name", ["bars.csv.gz", "spot.csv.gz", "pair.csv.gz", "funding.csv.gz"])
def test_the_seed_still_gives_the_checked_in_bars(name: str) -> None:
    assert gzip.decompress((FOLDER / name).read_bytes()).decode() == fixture_texts(generated_market())[name]


def test_the_reference_still_gives_the_checked_in_results() -> None:
    assert golden_results(fixture_market()) == json.loads((FOLDER / "golden.json").read_text(encoding="utf-8"))
