"""How much of a Sharpe ratio is luck, a second time with numpy and scipy; packages/research is held against this."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import kurtosis, norm, rankdata, skew

EULER = 0.5772156649015329
BLOCKS = 16
MINSTD_MODULUS = 2_147_483_647


@dataclass(frozen=True)
class TrackRecord:
    """Per period, not annualised. A normal distribution has skewness 0 and kurtosis 3."""

    sharpe: float
    count: int
    skewness: float
    kurtosis: float

    @property
    def estimator_variance(self) -> float:
        return 1 - self.skewness * self.sharpe + (self.kurtosis - 1) / 4 * self.sharpe**2


def record_of(returns: NDArray[np.float64]) -> TrackRecord:
    return TrackRecord(
        sharpe=float(returns.mean() / returns.std(ddof=1)),
        count=len(returns),
        skewness=float(skew(returns)),
        kurtosis=float(kurtosis(returns, fisher=False)),
    )


def probabilistic_sharpe(record: TrackRecord, benchmark: float = 0.0) -> float:
    distance = (record.sharpe - benchmark) * math.sqrt(record.count - 1)
    return float(norm.cdf(distance / math.sqrt(record.estimator_variance)))


def minimum_track_record(record: TrackRecord, benchmark: float = 0.0, confidence: float = 0.95) -> float:
    if record.sharpe <= benchmark:
        return math.inf
    return float(1 + record.estimator_variance * (norm.ppf(confidence) / (record.sharpe - benchmark)) ** 2)


def expected_maximum_sharpe(trials: int, variance: float) -> float:
    most = (1 - EULER) * norm.ppf(1 - 1 / trials) + EULER * norm.ppf(1 - 1 / (trials * math.e))
    return float(math.sqrt(variance) * most)


def deflated_sharpe(record: TrackRecord, trials: int, variance: float) -> float:
    return probabilistic_sharpe(record, expected_maximum_sharpe(trials, variance))


def overfitting_probability(trials: Sequence[NDArray[np.float64]]) -> float:
    """Combinatorially symmetric cross-validation over the returns themselves; one row per trial, one column per day."""
    days = len(trials[0])
    block_of = np.minimum(BLOCKS - 1, np.arange(days) * BLOCKS // days)
    returns = np.vstack(trials)
    below = total = 0
    for chosen in combinations(range(BLOCKS), BLOCKS // 2):
        inside = np.isin(block_of, chosen)
        in_sample = returns[:, inside].mean(axis=1) / returns[:, inside].std(axis=1, ddof=1)
        out_of_sample = returns[:, ~inside].mean(axis=1) / returns[:, ~inside].std(axis=1, ddof=1)
        rank = rankdata(out_of_sample)[int(np.argmax(in_sample))] / (len(trials) + 1)
        below += int(rank <= 0.5)
        total += 1
    return below / total


def made_up_returns(seed: int, count: int) -> NDArray[np.float64]:
    """The same numbers in both languages: integers that stay exact in a double, then one division."""

    def values() -> Iterator[float]:
        state = seed
        for _ in range(count):
            state = 16_807 * state % MINSTD_MODULUS
            yield (state / MINSTD_MODULUS - 0.44) / 50

    return np.fromiter(values(), dtype=np.float64, count=count)


def published_and_made_up() -> dict[str, object]:
    """The examples of Bailey and Lopez de Prado, and records with unrounded figures."""
    records = [
        TrackRecord(0.458, 24, -2.448, 10.164),
        TrackRecord(0.458, 24, 0.0, 3.0),
        TrackRecord(2 / math.sqrt(250), 750, 0.0, 3.0),
        TrackRecord(2.5 / math.sqrt(250), 1250, -3.0, 10.0),
        *(record_of(made_up_returns(seed, 400)) for seed in (1, 2, 3)),
    ]
    variance = 0.5 / 250
    return {
        "records": [
            {
                **vars(record),
                "probabilistic": probabilistic_sharpe(record),
                "minimum": minimum_track_record(record),
                "deflated": {str(n): deflated_sharpe(record, n, variance) for n in (46, 88, 100, 10_000)},
            }
            for record in records
        ],
        "expectedMaximum": {str(n): expected_maximum_sharpe(n, variance) for n in (2, 10, 100, 1_000_000)},
        "overfitting": overfitting_probability([made_up_returns(seed, 320) for seed in range(11, 19)]),
    }
