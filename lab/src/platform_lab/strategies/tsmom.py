from platform_lab.params import Number, integer
from platform_lab.strategies.base import Strategy, Verdict


class Tsmom(Strategy):
    name = "tsmom"
    fields = {"lookback": integer(90, 1, 4000), "threshold": Number(0.0, 0, 5)}

    def declared_warmup_bars(self) -> int:
        return int(self.params["lookback"] + 1)

    def update(self, i: int) -> None:
        """Two closes say it all."""

    def decide(self, i: int, held: int) -> Verdict | None:
        r = self.bars.close[i] / self.bars.close[i - self.params["lookback"]] - 1
        if r > self.params["threshold"]:
            return Verdict(1, "momentum_up")
        if r < -self.params["threshold"]:
            return Verdict(-1, "momentum_down")
        return Verdict(0, "momentum_flat")
