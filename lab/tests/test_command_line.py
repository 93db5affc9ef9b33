"""python -m platform_lab, and the frames of a result."""

import json
from pathlib import Path
from typing import Any

import pytest

from platform_lab.__main__ import main
from platform_lab.backtest import backtest, settings_for
from platform_lab.parity.fixtures import FOLDER, fixture_market
from platform_lab.research import equity_frame, plot_equity, roundtrips_frame

BACKTEST = ["backtest", "--symbol", "XUSDT", "--timeframe", "1h", "--csv", str(FOLDER / "bars.csv.gz")]


def result_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*BACKTEST, *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_backtest_prints_the_result_object(capsys: pytest.CaptureFixture[str]) -> None:
    result = result_of(capsys, "--strategy", "supertrend", "--level", "2", "--params", '{"atr_period": 7}')
    assert result["params"]["atr_period"] == 7
    assert result["settings"]["sizing"] == "atr"
    assert result["performance"]["trades"] > 30
    assert len(result["equity"]["equity"]) == result["bars"]["count"] - result["bars"]["warmup_bars"] + 1


def test_a_span_is_preceded_by_its_warm_up(capsys: pytest.CaptureFixture[str]) -> None:
    times = fixture_market().bars.open_time_ms
    span = ["--from", str(times[1000]), "--to", str(times[2000])]
    result = result_of(capsys, "--strategy", "tsmom", *span)
    assert result["bars"]["count"] == 1000 + 90
    assert result["equity"]["time_ms"][0] == times[1000] + 3_600_000


def test_a_strategy_in_a_file_of_its_own_is_backtested_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from platform_lab.strategies import tsmom\n\nclass Mine(tsmom.Tsmom):\n    name = 'mine'\n")
    mine = result_of(capsys, "--file", str(file), "--level", "2")
    built_in = result_of(capsys, "--strategy", "tsmom", "--level", "2")
    assert mine["strategy"] == "mine"
    assert mine["performance"] == built_in["performance"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--strategy", "tsmom", "--params", '{"lookback": 0}'], "lookback: must be between 1 and 4000"),
        (["--strategy", "tsmom", "--settings", '{"fee": 1}'], "unknown setting: fee"),
        (["--strategy", "tsmom", "--from", "5", "--to", "5"], "no bars between"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main([*BACKTEST, *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_result_becomes_frames_and_a_picture(tmp_path: Path) -> None:
    result = backtest("tsmom", fixture_market(), {}, settings_for("XUSDT"))
    assert len(equity_frame(result)) == len(result.equity.equity)
    assert len(roundtrips_frame(result)) == len(result.roundtrips)
    plot_equity(result, tmp_path / "equity.png")
    assert (tmp_path / "equity.png").stat().st_size > 10_000
