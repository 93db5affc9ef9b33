from platform_lab.indicators import mean_and_std
from platform_lab.params import Number, integer
from platform_lab.strategies.base import Strategy, Verdict


class BollingerBreakout(Strategy):
    name = "bollinger_breakout"
    fields = {"period": integer(20, 2, 1000), "k": Number(2.0, 1, 6)}

    def declared_warmup_bars(self) -> int:
        return int(self.params["period"])

    def update(self, i: int) -> None:
        """Everything is in the window."""

    def decide(self, i: int, held: int) -> Verdict | None:
        close = self.bars.close[i]
        mean, s = mean_and_std(self.bars.close[i - self.params["period"] + 1 : i + 1])
        k = self.params["k"]
        if close > mean + k * s:
            return Verdict(1, "break_above_band")
        if close < mean - k * s:
            return Verdict(-1, "break_below_band")
        if (held > 0 and close < mean) or (held < 0 and close > mean):
            return Verdict(0, "crossed_mean")
        return None
