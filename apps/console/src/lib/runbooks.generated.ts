/** Made by `./platform generate` from docs/runbooks. Never edited. */

import type { Runbook } from './runbook';

export const runbooks: Readonly<Record<string, Runbook>> = {
  "AccountUnread": {
    "meaning": "The wallet has not been read for three minutes. Allocations and the drawdown breaker are working with the old reading.",
    "steps": [
      "`curl $PLATFORM_EXECUTOR_URL/exchange/ping`.",
      "Unreachable: wait, or check this machine's network.",
      "Reachable: `./platform logs executor` for refused reads (rate limits, permissions)."
    ],
    "over": "Portfolio, Wallets shows a reading less than three minutes old."
  },
  "AccountUnusable": {
    "meaning": "The exchange account cannot trade: its key, permissions, position mode or clock is wrong, and no entry is sent. Or the exchange refuses the margin type or leverage on the symbols named in the problem, and no entry is sent on those. Stops stay in place.",
    "steps": [
      "Console: read the problem in the strip or under Portfolio, Wallets.",
      "Fix it at the exchange (permissions, IP list, position mode) or here (clock).",
      "Leverage refused on a symbol: lower the bot's leverage. Cross margin refused: close what is open on the symbol, or set cross margin by hand.",
      "Key revoked on purpose: set the new one and restart the executor."
    ],
    "over": "The problem is gone from the strip; the account is checked every minute."
  },
  "AlertmanagerDown": {
    "meaning": "Alertmanager does not answer Prometheus, so no notification is sent. The console shows this only in the log; only the dead man’s switch notifies you.",
    "steps": [
      "`./platform status`, `./platform logs alertmanager`.",
      "An error in alerts.json keeps it from starting: `./platform alerts check`."
    ],
    "over": "It is ready again: `./platform alerts test`."
  },
  "BarsNotStored": {
    "meaning": "Market data arrived but could not be stored. It is fetched again later, so the gap closes once the database works.",
    "steps": [
      "Disk: `df -h`; see [DiskFull](DiskFull.md).",
      "`./platform logs data`: the database error beside the code.",
      "Afterwards, Data, coverage: fill any gap."
    ],
    "over": "Five minutes pass without another failure, and coverage shows no gap."
  },
  "BarsUnpublished": {
    "meaning": "Stored bars have waited a minute to be published on the bus. Bots fall back to polling the data service.",
    "steps": [
      "`./platform status`: does NATS run? `./platform logs nats`: disk full?",
      "`./platform logs data` for DATA_IPC_PUBLISH_FAILED."
    ],
    "over": "No bars are waiting."
  },
  "BooksDrift": {
    "meaning": "Stored positions are not the sum of their fills. Both are booked in one transaction, so this is a defect, or somebody wrote to the database by hand.",
    "steps": [
      "[Halt](../guides/halt-and-resume.md) now: order sizes may be computed from wrong positions.",
      "`./platform logs manager` for \"fills and positions disagree\": network, symbol, bot, both quantities.",
      "Compare with the exchange. If it agrees with the fills, accept the position in Risk, Positions. If it agrees with the position, a fill is missing: wait for one reconcile, then look again.",
      "Report it with the log line; leave the database as it is."
    ],
    "over": "Ten minutes pass without a new disagreement. Resume then."
  },
  "BooksUnwatched": {
    "meaning": "The manager has not been able to read the books for a minute, so alerts about positions, orders and accounts work from old figures.",
    "steps": [
      "Check positions and stops at the exchange yourself.",
      "`./platform logs manager`: the database error. See [DatabaseErrors](DatabaseErrors.md)."
    ],
    "over": "The manager reads the books again."
  },
  "BotDown": {
    "meaning": "This bot should be running, but its metrics do not answer: it hangs, ran out of memory, or has just ended.",
    "steps": [
      "`./platform status` and `./platform logs bot-<id>`: how did it end?",
      "The manager restarts it; after five failures it is quarantined.",
      "Hung: stop it in the console; it is killed after 30 s."
    ],
    "over": "The bot is live again, or stopped on purpose."
  },
  "BotIntentNotCommitted": {
    "meaning": "A bot decided but could not commit its order intent. An entry is lost; an exit is retried at the next bar.",
    "steps": [
      "`./platform logs bot-<id>`: does the bot hold a position it wanted to leave? If so, flatten the bot.",
      "Database errors in other services too: see [DatabaseErrors](DatabaseErrors.md)."
    ],
    "over": "Five minutes pass without another failure."
  },
  "BotLeaseStale": {
    "meaning": "A bot has not renewed its lease for 90 seconds. It must send no more intents; another instance may take over.",
    "steps": [
      "Bots, the bot: does it respond? `./platform logs bot-<id>`.",
      "Other bots too: suspect the database; see [DatabaseErrors](DatabaseErrors.md).",
      "Only this bot: stop and start it. Its position keeps its stop.",
      "Two processes of the same bot: stop the one that the manager does not list."
    ],
    "over": "The lease age in the bot's metrics is under 30 s."
  },
  "BotOnFallback": {
    "meaning": "For ten minutes the bot has read its bars from the data service instead of the bus. Its decisions are the same, but later.",
    "steps": [
      "`./platform status` and `./platform logs nats`.",
      "See [BarsUnpublished](BarsUnpublished.md): bars may be waiting for the bus."
    ],
    "over": "The bot is back on the bus."
  },
  "BotParityMismatch": {
    "meaning": "The engine, replaying the same bars, decided differently from the bot. The bot takes no entries until somebody acknowledges the mismatch.",
    "steps": [
      "Bots, the bot: first divergent bar, field, both decisions.",
      "Were bars revised? Data, coverage: a gap filled later explains it. Different release? Then the code differs.",
      "Neither: keep the bot paused and report it. It breaks the platform’s central promise.",
      "Once you understand the cause, acknowledge with the reason."
    ],
    "over": "All the bot's mismatches are acknowledged."
  },
  "BotPrivilegesUnproven": {
    "meaning": "The bots' database role has more or fewer privileges than it should, so a bot may be able to do what only other services may. A bot that starts now refuses to run; running bots continue.",
    "steps": [
      "Somebody granted or revoked by hand, or a migration is half done: find out which; `\\dp` in psql shows the grants.",
      "`./platform migrate` restores the grants.",
      "If you do not know who granted it, halt trading and rotate the password of platform_bot.",
      "Restart a bot: its log reports anything still wrong as BOT_ROLE_PROBE_BYPASS_DETECTED."
    ],
    "over": "The role matches the schema, and a bot starts."
  },
  "BotQuarantined": {
    "meaning": "The bot failed to start too often and is not restarted. Its position, if any, keeps its stop but is not managed.",
    "steps": [
      "Bots, the bot, last error.",
      "It holds a position that cannot wait: flatten the bot ([flatten](../guides/flatten.md)).",
      "Fix the cause, then clear the quarantine: [quarantine](../guides/quarantine.md)."
    ],
    "over": "The quarantine is cleared and the bot is live."
  },
  "BotWarmupNeverCompleted": {
    "meaning": "The bot runs but has not finished its warm-up within the grace period (60 s by default).",
    "steps": [
      "`./platform logs bot-<id>`: what is it waiting for?",
      "Data, sources: is the data service behind or slow?",
      "First start with a long history: wait a few minutes."
    ],
    "over": "The bot is live or degraded."
  },
  "BotWarmupStuck": {
    "meaning": "More than five warm-ups failed within five minutes. The bot decides nothing, exits included. By default five failures quarantine it ([BotQuarantined](BotQuarantined.md)), so somebody cleared the quarantine without fixing the cause.",
    "steps": [
      "Bots, the bot, last error: which dataset is incomplete or too old?",
      "Data: backfill it, or unquarantine its source.",
      "It holds a position: decide now whether to flatten it."
    ],
    "over": "The bot is live."
  },
  "BotWithoutCandles": {
    "meaning": "The bot has had no live bar source for two minutes.",
    "steps": [
      "NATS: `./platform status`. Down: the supervisor restarts it.",
      "Other bots are fine: restart this one.",
      "All bots: see [MarketDataStale](MarketDataStale.md)."
    ],
    "over": "The bot has reconnected; it fills the gap by itself."
  },
  "BotsCrash": {
    "meaning": "Bots crashed and were restarted more than twice within an hour: too slowly for quarantine, too often to ignore. While a bot starts, its position has its stop but is not managed.",
    "steps": [
      "Which bots? Alerts, Events, source bot, or `./platform logs manager`; then the last lines of `./platform logs bot-<id>`.",
      "The log just stops: the machine's memory or disk ([DiskFilling](DiskFilling.md)), or somebody's `kill`.",
      "One bot only, since a deploy or a settings change: revert that, or stop the bot."
    ],
    "over": "Bots crashed fewer than three times in the last hour."
  },
  "BreakerTripped": {
    "meaning": "A circuit breaker tripped and stays tripped until an operator resumes.",
    "steps": [
      "Risk: the named breaker's value, threshold and since when.",
      "drawdown: what lost, and was it one bot? connectivity: is the exchange or our network down? vpin, correlation, macro: does the market match the figure?",
      "Follow the table in [halt](../guides/halt-and-resume.md); a condition that persists trips it again at once."
    ],
    "over": "The breaker is armed again."
  },
  "BusDown": {
    "meaning": "No service can reach NATS. Bots get their bars late, by polling the data service; intents are still read from their table.",
    "steps": [
      "`./platform status`: does NATS run? `./platform logs nats`: disk full?",
      "Process hangs: kill its pid; the supervisor restarts it.",
      "Afterwards, [BarsUnpublished](BarsUnpublished.md) and [OutboxStuck](OutboxStuck.md) must clear too."
    ],
    "over": "A service can reach NATS again."
  },
  "ClockSkew": {
    "meaning": "This machine's clock differs from the exchange's by more than a second. Beyond a few seconds the exchange refuses signed requests, and bars are dated by the clock.",
    "steps": [
      "`timedatectl`: is the clock synchronised? If not: `systemctl restart systemd-timesyncd` or chrony.",
      "In a container or virtual machine: fix the clock of the host."
    ],
    "over": "The offset under Risk, Execution is under a second."
  },
  "CriticalError": {
    "meaning": "A service reported an error of critical severity that has no alert of its own.",
    "steps": [
      "The code is in the alert; [errors](../errors.md) says what it means and what to do.",
      "`./platform logs <job> --code <CODE>` shows the error with its trace id; `./platform logs --trace <id>` shows everything related."
    ],
    "over": "Ten minutes pass without another error."
  },
  "DailyCapWouldReject": {
    "meaning": "No daily notional cap is set, and orders passed that a cap of the usual size would have refused.",
    "steps": [
      "Risk, Execution: today's notional, by bot.",
      "Is a bot flipping? Pause it. Is the volume intended? Set PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_PER_BOT and _GLOBAL so that the next surprise is refused."
    ],
    "over": "An hour passes without another such order."
  },
  "DatabaseDown": {
    "meaning": "No service can reach PostgreSQL. No intent is taken and no decision recorded; stops resting at the exchange stay there. Flatten and break-glass still work.",
    "steps": [
      "Check at the exchange yourself: does every position have its stop? If not, [break glass](../guides/break-glass.md).",
      "`./platform status`: does PostgreSQL run? `./platform logs postgres`: disk full, out of memory, in recovery?",
      "Process hangs: kill its pid; the supervisor restarts it."
    ],
    "over": "A service can reach PostgreSQL again. The executor reconciles before it takes the next intent."
  },
  "DatabaseErrors": {
    "meaning": "More than five transient database errors a minute. A latch that cannot be read counts as halted.",
    "steps": [
      "`./platform status`, `./platform logs postgres`.",
      "Disk full? `df -h`.",
      "Too many connections or locks: restart only the service named in the alert."
    ],
    "over": "There are fewer than five a minute for five minutes."
  },
  "DiskFilling": {
    "meaning": "Less than 5 GiB is free on the disk that holds the platform's state.",
    "steps": [
      "`du -xh --max-depth=2 .platform | sort -h | tail`.",
      "Logs and the bar cache (`.platform/manager/bars`) may be deleted; `.platform/postgres` must not."
    ],
    "over": "More than 5 GiB is free."
  },
  "DiskFull": {
    "meaning": "Less than 1 GiB is free. Soon the database refuses writes: no intent, no order row, no entry.",
    "steps": [
      "Free space at once: `.platform/manager/bars`, `.platform/logs/*.1`, old releases.",
      "Never delete anything under `.platform/postgres` or `.platform/nats`.",
      "If you cannot free space, [halt](../guides/halt-and-resume.md) while the latch can still be written."
    ],
    "over": "More than 1 GiB is free."
  },
  "ExitBlocked": {
    "meaning": "The exchange keeps refusing to close a position that its bot has exited. The position has its stop, but it should not be open.",
    "steps": [
      "`./platform logs executor` for EXECUTOR_EXIT_BLOCKED: reason_code says why (price limits, symbol in settlement, margin).",
      "Flatten the symbol ([flatten](../guides/flatten.md)).",
      "If that is refused too, close it by hand at the exchange."
    ],
    "over": "The position is closed; the next reconcile books it. The alert lasts while the exchange refuses, and ten minutes longer."
  },
  "FillsNotStreamed": {
    "meaning": "The user stream’s key cannot be obtained or kept alive. Reconcile reads the fills, so the books lag by seconds instead of milliseconds.",
    "steps": [
      "Exchange status page: is the stream down for everyone?",
      "`./platform logs executor` for EXECUTOR_FILL_TRACKER_FAILED: a permission error means the key lost its permissions."
    ],
    "over": "Risk, Execution shows the stream as live."
  },
  "FlattenFailed": {
    "meaning": "A flatten did not close every position. It is retried until the positions are gone or trading is resumed; without a halt, for 55 seconds.",
    "steps": [
      "Check the exchange: what is still open? EXECUTOR_FLATTEN_FAILED in the executor's log names the network and the symbols.",
      "Close it there by hand: market, reduce-only. Do not wait for the retries.",
      "If this machine can reach the exchange but the executor cannot: [break glass](../guides/break-glass.md).",
      "Keep the latch engaged until you know why: `./platform logs executor`, EXECUTOR_FLATTEN_STEP_FAILED names the step, the network and the symbol."
    ],
    "over": "Neither the exchange nor the books show a position. The alert lasts while the flatten is retried, and ten minutes longer. A flatten that was given up (after 55 seconds without a halt, or because an operator resumed trading) is reported for as long as anything it left is open: until it is closed by its bot, its stop, you or another flatten. An executor started since then knows nothing of it: check the exchange."
  },
  "IntentsRejected": {
    "meaning": "More than five order intents a minute are refused: a bot and its limits disagree, or a bot decides far too often.",
    "steps": [
      "`./platform logs executor --code EXECUTOR_INTENT_REJECTED`: reason_code and bot.",
      "Caps: is the requested size intended? Raise the cap or lower the allocation.",
      "stale_fence or no_lease: two instances of one bot are running; see [BotLeaseStale](BotLeaseStale.md).",
      "One bot, many intents: pause it and read its decisions."
    ],
    "over": "There are fewer than five a minute for five minutes."
  },
  "MarketDataMissing": {
    "meaning": "The data service is running but has never received a bar of this market, now or before a restart. Bots decide nothing.",
    "steps": [
      "Data, sources: the stream error.",
      "`./platform logs data`: a refused address, or a symbol unknown to the exchange (PLATFORM_DATA_EXCHANGE_SPOT_SYMBOLS and PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS).",
      "`curl $PLATFORM_EXECUTOR_URL/exchange/ping`: can this machine reach the exchange at all?"
    ],
    "over": "The first bar is stored; from then on MarketDataStale watches its age."
  },
  "MarketDataStale": {
    "meaning": "No new bar for three minutes. Bots decide nothing; stops stay at the exchange.",
    "steps": [
      "Data, sources: the stream error.",
      "`curl $PLATFORM_EXECUTOR_URL/exchange/ping`: is the exchange down, or only the stream?",
      "`./platform logs data`: repeated DATA_INGEST_WS_CLOSED means a network problem or a ban of this IP address.",
      "Gaps are filled over REST once the stream is back; check Data, coverage afterwards."
    ],
    "over": "The newest bars are less than a minute and a half old."
  },
  "NetworkNotReady": {
    "meaning": "No executor can send orders to this network: it is starting, settling, quarantined, or its account is unusable. Signal exits are blocked too; stops stay at the exchange.",
    "steps": [
      "`curl $PLATFORM_EXECUTOR_URL/readyz` names the reason.",
      "quarantined: compare positions with the exchange, then follow [quarantine](../guides/quarantine.md).",
      "account: see [AccountUnusable](AccountUnusable.md).",
      "\"another executor holds the account\": expected on a standby; otherwise an old process is still alive: `./platform status`.",
      "settling for minutes: see [OrderOfUnknownFate](OrderOfUnknownFate.md)."
    ],
    "over": "/readyz of the executor answers 200."
  },
  "NotScraped": {
    "meaning": "Prometheus has no target for this service: it is running with a configuration that is not this stack's.",
    "steps": [
      "Restart the stack, which rewrites the configuration: `./platform down && ./platform up`.",
      "With your own Prometheus: add the target under its job name ([alerts](../guides/alerts.md), your own Prometheus)."
    ],
    "over": "The target exists and is up."
  },
  "NotificationsFail": {
    "meaning": "One kind of receiver refuses messages or does not answer. You see this through another receiver, or only in the console. Discord in the log is the dead man's switch, which is called the way Discord is.",
    "steps": [
      "`./platform logs alertmanager`: the receiver's response.",
      "Fix its secret or address in alerts.json, then `./platform alerts apply`.",
      "`./platform alerts test` says whether it arrives."
    ],
    "over": "Five minutes pass without a refusal."
  },
  "OrderOfUnknownFate": {
    "meaning": "An order was sent more than a minute ago, and we do not know whether the exchange has it. It is never resent; entries on that symbol wait.",
    "steps": [
      "Console, Risk, Execution: the order is listed with its symbol and status.",
      "Check that the exchange answers: `curl $PLATFORM_EXECUTOR_URL/exchange/ping`. If not, the outage is the cause and this resolves itself.",
      "If it answers, search its order history for the client order id (the order id in the console).",
      "Do not place the order again by hand. Position without the order? The next reconcile corrects the books.",
      "Older than ten minutes and the exchange is reachable: pause the bot and read `./platform logs executor`."
    ],
    "over": "The list of unresolved orders is empty."
  },
  "OutboxStuck": {
    "meaning": "This producer's oldest event has waited a minute to be published. Fills and commands reach the bus late.",
    "steps": [
      "`./platform logs executor`: EXECUTOR_IPC_PUBLISH_FAILED names the reason.",
      "NATS down or full: see [PublishErrors](PublishErrors.md).",
      "One row refused again and again blocks those behind it: report its id."
    ],
    "over": "The outbox is empty."
  },
  "PositionWithoutStop": {
    "meaning": "For ten seconds or more, our books have shown an open position without a resting stop for its full size. The executor places a stop from the fill and closes the position after 15 s without one, so this lasts only if neither works.",
    "steps": [
      "Console, Risk, Positions: note the network, symbol and bot of the rows marked unprotected.",
      "Check the exchange itself: is there a stop order on that symbol?",
      "No stop: flatten the symbol now ([flatten](../guides/flatten.md)). If the executor does not answer, close it by hand at the exchange or use [break glass](../guides/break-glass.md).",
      "Stop present: the books are behind. `./platform logs executor` for EXECUTOR_SUBMIT_FAILED or a database error, then wait for the next reconcile (a minute).",
      "If it happens to a second position, [halt](../guides/halt-and-resume.md) before looking further."
    ],
    "over": "Every open position shows a stop price, and the exchange shows the same stop."
  },
  "PublishErrors": {
    "meaning": "More than ten events a minute could not be published. The rows are stored and nothing is lost; screens and fallbacks lag.",
    "steps": [
      "`./platform status`, `./platform logs nats`: down, full, wrong credentials?",
      "After a token change: restart the named service."
    ],
    "over": "There are fewer than ten a minute for five minutes."
  },
  "QueriesFail": {
    "meaning": "For five minutes, more than one query a minute to the data service has failed; warm-ups and charts fail too.",
    "steps": [
      "`./platform logs data --code DATA_QUERY_FAILED`.",
      "`./platform logs postgres`: timeouts, too many connections, a missing table after an upgrade (`./platform migrate`)."
    ],
    "over": "There is fewer than one failure a minute."
  },
  "ReconcileOverdue": {
    "meaning": "Books and exchange have not been compared for three minutes; a minute is normal. Until then, changes made by the exchange go unseen. Stops stay in place.",
    "steps": [
      "`curl $PLATFORM_EXECUTOR_URL/readyz`: what is not ready?",
      "`curl $PLATFORM_EXECUTOR_URL/exchange/ping`: unreachable or slow means the exchange or our network is at fault; wait. Entries are refused.",
      "Reachable: `./platform logs executor` for EXECUTOR_DB_TRANSIENT (database) or rate limit messages.",
      "Longer than 15 minutes with open positions: compare them with the exchange yourself."
    ],
    "over": "Risk, Execution shows a reconcile less than a minute old."
  },
  "RiskNotEvaluated": {
    "meaning": "The risk service runs, but no instance evaluates the breakers. No breaker can trip.",
    "steps": [
      "`./platform logs risk`: is it waiting for its turn? Another instance, or a dead database session, holds it; that ends by itself within a minute.",
      "Longer: restart the risk service (`./platform status` shows its pid; the supervisor restarts it).",
      "No change after two minutes: [halt](../guides/halt-and-resume.md) by hand."
    ],
    "over": "The gauge platform_risk_evaluator is 1 on one instance."
  },
  "RulesFail": {
    "meaning": "Prometheus cannot evaluate a rule, so some alerts cannot fire.",
    "steps": [
      "`./platform logs prometheus`: the rule and the reason.",
      "Edited by hand? `promtool check rules deploy/prometheus/rules.yml`, then `./platform generate`.",
      "Too many series: which job exposes them? Restart it."
    ],
    "over": "Five minutes pass without a failed evaluation."
  },
  "ServiceDown": {
    "meaning": "A service does not answer. executor: nothing can trade, stops stay in place. risk: no breaker can trip. manager: bots run unmanaged. data: no new bars.",
    "steps": [
      "`./platform status`: restarting, failed, or hung?",
      "`./platform logs <service>`: the last lines say why. Exit code 2 is a configuration error and is not retried.",
      "risk down for more than a minute with open positions: you cannot [halt](../guides/halt-and-resume.md) without it; stop the bots in the console instead.",
      "executor down with open positions: check the stops at the exchange.",
      "Hung: kill its pid; the supervisor restarts it."
    ],
    "over": "It answers /healthz."
  },
  "SourceStale": {
    "meaning": "A scheduled source is behind its cadence or quarantined. Strategies and overlays that need it run without it.",
    "steps": [
      "Data, sources: last error. If the provider changed its address or requires a key, change the configuration.",
      "Quarantined: fix the cause, then unquarantine it there."
    ],
    "over": "The source is healthy."
  },
  "TaskStuck": {
    "meaning": "A background task of a service hangs, or did not start again when due, for two minutes or longer if its work allows. The process still answers, but this task's work is no longer done.",
    "steps": [
      "Which task, and since when: `tasks` in `/healthz` of the service, or `./platform logs <service>`.",
      "Executor or risk, with positions open: check at the exchange that each has its stop; [halt](../guides/halt-and-resume.md) when in doubt.",
      "The database or the bus is failing too ([DatabaseErrors](DatabaseErrors.md), [BusDown](BusDown.md)): fix that first; the task continues by itself.",
      "Otherwise restart the process: `kill` its pid from `./platform status`; the supervisor restarts it. A bot: stop and start it. This is a defect: keep the log."
    ],
    "over": "`/healthz` of the service answers 200 and lists no task as dead."
  },
  "TradingHalted": {
    "meaning": "Trading is halted: a breaker or an operator engaged the latch, or it cannot be read. No entries anywhere; exits and stops pass. Alerts that follow from the halt are suppressed.",
    "steps": [
      "Console strip: since when, by whom, why. By a breaker: see [BreakerTripped](BreakerTripped.md).",
      "\"cannot be read\": suspect the database; see [DatabaseErrors](DatabaseErrors.md).",
      "Check that every open position has its stop (Risk, Positions).",
      "Resume only once the reason is gone: [halt](../guides/halt-and-resume.md)."
    ],
    "over": "Somebody has resumed, with a reason."
  },
  "VenueDrift": {
    "meaning": "The exchange and the books disagreed about orders, a position or the wallet. Causes: a trade by hand, a liquidation, a transfer, another program on the same account, or a defect.",
    "steps": [
      "`./platform logs executor` for EXECUTOR_RECONCILE_DRIFT or EXECUTOR_POSITION_ADJUSTED: what differed, and by how much.",
      "Did somebody here trade or transfer, or is the cause `another_bot` (a stop filled while its bot was leaving, on a side that it shares)? Then there is nothing to do: the bot continues with what is left.",
      "If not, rotate the key ([rotate tokens](../guides/rotate-tokens.md)), since somebody else may be using it, and [halt](../guides/halt-and-resume.md).",
      "Wallet only, and small: funding or fees booked late; the alert ends by itself once they are booked."
    ],
    "over": "The cause is known, and ten minutes pass without another difference. A foreign order, or a wallet difference that nothing explains, is reported for as long as it lasts; `drift_usd` is the whole unexplained amount. If you know the cause and nothing will ever explain it, acknowledge the alert and restart the executor when it suits you: at its start it takes the wallet as it is."
  }
};
