"""The arithmetic that both languages must share."""

import math
import random

import pytest

from platform_lab.decimals import fixed8, round8
from platform_lab.fixed_log import log
from platform_lab.indicators import Ema, EmaStd, Rsi, WilderMean, mean_and_std, z_score


def test_log_is_within_one_ulp_of_the_true_logarithm() -> None:
    source = random.Random(1)
    for _ in range(20_000):
        x = source.uniform(0.5, 2) * 2.0 ** source.randint(-300, 300)
        assert abs(log(x) - math.log(x)) <= math.ulp(math.log(x))
    assert (log(1), log(2), log(10)) == (0.0, 0.6931471805599453, 2.302585092994046)


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0.1, "0.10000000"),
        (1.000000005, "1.00000000"),
        (1.000000015, "1.00000002"),
        (-0.0, "0.00000000"),
        (-1e-9, "0.00000000"),
        (1e-8, "0.00000001"),
        (1e22, "10000000000000000000000.00000000"),
        (123456.789, "123456.78900000"),
    ],
)
def test_signal_decimals_round_half_even_from_the_shortest_text(x: float, text: str) -> None:
    assert fixed8(x) == text


def test_money_rounds_half_even_to_8_decimals_and_leaves_what_has_none() -> None:
    assert round8(0.123456785) == 0.12345678
    assert round8(2**-9) == 0.00195312
    assert round8(3 * 2**-9) == 0.00585938
    assert round8(1e15 + 0.3) == 1e15 + 0.3


def test_recursions_are_seeded_and_updated_as_written() -> None:
    ema, wilder, std = Ema(3), WilderMean(2), EmaStd(3)
    for x in (10.0, 20.0, 40.0):
        ema.update(x)
        wilder.update(x)
        std.update(x)
    assert ema.value == 27.5
    assert wilder.value == 27.5
    # m: 10, 15, 27.5; v: 0, 0.5 * (0 + 0.5 * 100) = 25, 0.5 * (25 + 0.5 * 625) = 168.75
    assert std.value == math.sqrt(168.75)


def test_rsi_is_neutral_without_movement_and_full_without_losses() -> None:
    still, rising = Rsi(2), Rsi(2)
    for _ in range(3):
        still.update(5.0, 5.0)
        rising.update(6.0, 5.0)
    assert (still.value, rising.value) == (50.0, 100.0)


def test_deviation_is_that_of_the_population_and_z_is_0_without_any() -> None:
    assert mean_and_std([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]) == (5.0, 2.0)
    assert z_score([4.0, 4.0]) == 0.0
    assert z_score([1.0, 3.0]) == 1.0
