/** Made by `./platform generate` from docs/runbooks. Never edited. */

import type { Runbook } from './runbook';

export const runbooks: Readonly<Record<string, Runbook>> = {
  "AccountUnread": {
    "meaning": "The wallet has not been read for three minutes. Allocations and the wallet reading of the drawdown breaker are late by that.",
    "steps": [
      "`curl $PLATFORM_EXECUTOR_URL/exchange/ping`.",
      "Unreachable: wait, or check the network of this machine.",
      "Reachable: `./platform logs executor` for refused reads (rate limits, permissions)."
    ],
    "over": "Portfolio, Wallets shows a read younger than three minutes."
  },
  "AccountUnusable": {
    "meaning": "The exchange account cannot be traded as it is: key, permissions, position mode or clock; then no entry is sent. Or the exchange refuses margin type or leverage on the symbols that the problem names; then none is sent on those. Stops stand.",
    "steps": [
      "Console: the problem stands in the strip and under Portfolio, Wallets, in words.",
      "Put right what it says at the exchange (permissions, IP list, position mode) or here (clock).",
      "Leverage refused on a symbol: lower the leverage of the bot. Cross margin refused: close what is open on the symbol, or set it by hand.",
      "A key that was revoked on purpose: set the new one and restart the executor."
    ],
    "over": "The problem is gone from the strip; the account is looked at every minute."
  },
  "AlertmanagerDown": {
    "meaning": "Alertmanager does not answer Prometheus, so no notification is sent. The console shows this only in the log; the dead man’s switch alerts you.",
    "steps": [
      "`./platform status`, `./platform logs alertmanager`.",
      "A fault in alerts.json keeps it from starting: `./platform alerts check`."
    ],
    "over": "It is ready again: `./platform alerts test`."
  },
  "BarsNotStored": {
    "meaning": "Market data came and could not be stored. It is fetched again later, so this is a gap that heals if the database does.",
    "steps": [
      "Disk: `df -h`; see [DiskFull](DiskFull.md).",
      "`./platform logs data`: the database fault beside the code.",
      "Afterwards Data, coverage: fill what is missing."
    ],
    "over": "Five minutes pass without another, and coverage shows no gap."
  },
  "BarsUnpublished": {
    "meaning": "Bars are stored and have waited for the bus for a minute. Bots fall back to asking the data service.",
    "steps": [
      "`./platform status`: does NATS run? `./platform logs nats`: disk full?",
      "`./platform logs data` for DATA_IPC_PUBLISH_FAILED."
    ],
    "over": "The number of waiting bars is zero."
  },
  "BooksDrift": {
    "meaning": "Stored positions are not the sum of their fills. Both are booked in one transaction, so this is a defect or somebody wrote to the database by hand.",
    "steps": [
      "[halt](../guides/halt-and-resume.md) now: sizes may be computed from wrong positions.",
      "`./platform logs manager` for \"fills and positions disagree\": network, symbol, bot, both quantities.",
      "Compare with the exchange. If the exchange agrees with the fills, accept the position in Risk, Positions; if with the position, a fill is missing: wait for one reconcile, then look again.",
      "Report it with the log line; keep the database as it is."
    ],
    "over": "Ten minutes pass without a new disagreement. Resume then."
  },
  "BooksUnwatched": {
    "meaning": "The manager has not been able to read the books for a minute, so alerts about positions, orders and accounts see old figures.",
    "steps": [
      "Look at the exchange by eye: positions and stops.",
      "`./platform logs manager`: the database fault. See [DatabaseErrors](DatabaseErrors.md)."
    ],
    "over": "The figures are read again."
  },
  "BotDown": {
    "meaning": "The manager runs this bot and its metrics do not answer: hung, out of memory, or just ended.",
    "steps": [
      "`./platform status` and `./platform logs bot-<id>`: how did it end?",
      "The manager starts it again; five failures end in quarantine.",
      "Hung: stop it in the console; after 30 s it is killed."
    ],
    "over": "The bot is live again, or stopped on purpose."
  },
  "BotIntentNotCommitted": {
    "meaning": "A bot decided and could not commit the order intent. An entry is missed; an exit is tried again at the next bar.",
    "steps": [
      "Does the bot hold a position it wanted to leave? `./platform logs bot-<id>`. Then flatten the bot.",
      "Database faults in other services too: see [DatabaseErrors](DatabaseErrors.md)."
    ],
    "over": "Five minutes pass without another."
  },
  "BotLeaseStale": {
    "meaning": "A bot has not renewed its lease for 90 seconds. It must not emit any more; another instance may take over.",
    "steps": [
      "Bots, the bot: does it answer? `./platform logs bot-<id>`.",
      "Other bots too: the database; see [DatabaseErrors](DatabaseErrors.md).",
      "Only this one: stop and start it. Its position stays under its stop.",
      "Two processes of the same bot: stop the one that manager does not list."
    ],
    "over": "The age of the lease in the metrics of the bot is under 30 s."
  },
  "BotOnFallback": {
    "meaning": "The bot has taken its bars from the data service instead of the bus for ten minutes. It decides the same, later.",
    "steps": [
      "`./platform status` and `./platform logs nats`.",
      "See [BarsUnpublished](BarsUnpublished.md): bars may wait for the bus."
    ],
    "over": "The bot is back on the bus."
  },
  "BotParityMismatch": {
    "meaning": "Replaying the same bars through the engine gave another decision than the bot took. It takes no entries until somebody acknowledges.",
    "steps": [
      "Bots, the bot: first divergent bar, field, both decisions.",
      "Were bars revised? Data, coverage: a gap filled later explains it. Different release? Then the code differs.",
      "Neither: keep the bot paused and report it. This is the promise of the platform.",
      "Acknowledge with the reason once it is understood."
    ],
    "over": "Every mismatch of the bot is acknowledged."
  },
  "BotPrivilegesUnproven": {
    "meaning": "The database role of the bots may do more or less than bots may, so that a bot is not kept from what only other services do. A bot that starts now refuses to run; those that already run go on.",
    "steps": [
      "Somebody granted or revoked by hand, or a schema is half migrated: find out which, `\\dp` in psql shows what is granted.",
      "`./platform migrate` restores the grants.",
      "If you do not know who granted it: halt trading and rotate the password of platform_bot.",
      "Restart a bot: its log lists what is still wrong as BOT_ROLE_PROBE_BYPASS_DETECTED."
    ],
    "over": "The role is as the schema made it, and a bot starts."
  },
  "BotQuarantined": {
    "meaning": "The bot failed to start too often and is left alone. Its position, if any, stays under its stop but is not managed.",
    "steps": [
      "Bots, the bot, last error.",
      "Holds a position that should not wait: flatten the bot ([flatten](../guides/flatten.md)).",
      "Put the cause right, then clear it: [quarantine](../guides/quarantine.md)."
    ],
    "over": "The quarantine is cleared and the bot is live."
  },
  "BotWarmupNeverCompleted": {
    "meaning": "The bot runs and has not said that it is warm within its grace (60 s by default).",
    "steps": [
      "`./platform logs bot-<id>`: what does it wait for?",
      "Data, sources: is the data service behind or slow?",
      "First start on much history: wait a few minutes."
    ],
    "over": "The bot is live or degraded."
  },
  "BotWarmupStuck": {
    "meaning": "More than five warm-ups failed within five minutes. The bot decides nothing, exits included. With the default settings five of them quarantine it ([BotQuarantined](BotQuarantined.md)), so this comes where that was cleared and the cause is still there.",
    "steps": [
      "Bots, the bot, last error: which dataset is incomplete or too old?",
      "Data: backfill it, or unquarantine its source.",
      "Holds a position: decide now whether to flatten it."
    ],
    "over": "The bot is live."
  },
  "BotWithoutCandles": {
    "meaning": "The bot has no live bar source for two minutes.",
    "steps": [
      "NATS: `./platform status`. Down: the supervisor starts it again.",
      "Other bots fine: restart this one.",
      "All bots: see [MarketDataStale](MarketDataStale.md)."
    ],
    "over": "The bot is connected again; it fills the gap by itself."
  },
  "BotsCrash": {
    "meaning": "Bots ended more than twice within an hour without being asked to, and were started again: too slowly for quarantine, too often to be left. While a bot starts, its position is under its stop but is not managed.",
    "steps": [
      "Which ones: Alerts, Events, source bot, or `./platform logs manager`; then the last lines of `./platform logs bot-<id>`.",
      "Ended without a last word: memory or disk of the machine ([DiskFilling](DiskFilling.md)), or somebody's `kill`.",
      "One bot only, since a deploy or a change of its settings: take that back, or stop the bot."
    ],
    "over": "Fewer than three bots have ended by themselves within the last hour."
  },
  "BreakerTripped": {
    "meaning": "A circuit breaker tripped and stays so until an operator resumes.",
    "steps": [
      "Risk: value, threshold and since of the breaker named.",
      "drawdown: what lost, and is it one bot? connectivity: is the exchange or our network away? vpin, correlation, macro: is the market as the figure says?",
      "Follow the table in [halt](../guides/halt-and-resume.md); a condition that persists trips it again at once."
    ],
    "over": "The breaker is armed again."
  },
  "BusDown": {
    "meaning": "No service gets an answer from NATS. Bars reach bots late, by asking the data service; intents are still found in their table.",
    "steps": [
      "`./platform status`: does NATS run? `./platform logs nats`: disk full?",
      "A process that hangs: end it by its pid, the supervisor starts it again.",
      "Afterwards: [BarsUnpublished](BarsUnpublished.md) and [OutboxStuck](OutboxStuck.md) must be over as well."
    ],
    "over": "A service is answered again."
  },
  "ClockSkew": {
    "meaning": "This machine and the exchange disagree about the time by more than a second. Signed requests are refused beyond a few seconds, and bars are dated by the clock.",
    "steps": [
      "`timedatectl`: is the clock synchronised? If not: `systemctl restart systemd-timesyncd` or chrony.",
      "In a container or virtual machine: correct the host."
    ],
    "over": "The offset under Risk, Execution is under a second."
  },
  "CriticalError": {
    "meaning": "A service reported an error of critical severity that has no alert of its own.",
    "steps": [
      "The code is in the alert; [errors](../errors.md) says what it means and what to do.",
      "`./platform logs <job> --code <CODE>` shows the case with its trace id; `./platform logs --trace <id>` everything about it."
    ],
    "over": "Ten minutes pass without another."
  },
  "DailyCapWouldReject": {
    "meaning": "A daily notional cap is not set, and orders passed that its usual size would have refused.",
    "steps": [
      "Risk, Execution: notional of the day, by bot.",
      "Is a bot flipping? Pause it. Is the volume meant? Set PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_PER_BOT and _GLOBAL so that the next surprise is refused."
    ],
    "over": "An hour passes without another."
  },
  "DatabaseDown": {
    "meaning": "No service gets an answer from PostgreSQL. No intent is taken, no decision recorded; stops that rest at the exchange stay there. A flatten and break-glass work all the same.",
    "steps": [
      "Look at the exchange by eye: does every position have its stop? If not, [break glass](../guides/break-glass.md).",
      "`./platform status`: does PostgreSQL run? `./platform logs postgres`: disk full, out of memory, in recovery?",
      "A process that hangs: end it by its pid, the supervisor starts it again."
    ],
    "over": "A service is answered again. The executor reconciles before it takes the next intent."
  },
  "DatabaseErrors": {
    "meaning": "More than five passing database errors a minute. A latch that cannot be read counts as halted.",
    "steps": [
      "`./platform status`, `./platform logs postgres`.",
      "Disk full? `df -h`.",
      "Too many connections or locks: which service? The alert names it; restart that one alone."
    ],
    "over": "Fewer than five a minute over five minutes."
  },
  "DiskFilling": {
    "meaning": "Less than 5 GiB are free where the state of the platform lives.",
    "steps": [
      "`du -xh --max-depth=2 .platform | sort -h | tail`.",
      "Logs and the bar cache (`.platform/manager/bars`) may go; `.platform/postgres` may not."
    ],
    "over": "More than 5 GiB are free."
  },
  "DiskFull": {
    "meaning": "Less than 1 GiB is free. Soon the database refuses writes: no intent, no order row, no entry.",
    "steps": [
      "Make room at once: `.platform/manager/bars`, `.platform/logs/*.1`, old releases.",
      "Never delete anything below `.platform/postgres` or `.platform/nats`.",
      "Cannot make room: [halt](../guides/halt-and-resume.md) while it can still be written."
    ],
    "over": "More than 1 GiB is free."
  },
  "ExitBlocked": {
    "meaning": "The exchange keeps refusing to close a position that its bot has left. The position is under its stop, but it should not be open.",
    "steps": [
      "`./platform logs executor` for EXECUTOR_EXIT_BLOCKED: reason_code says why (price limits, symbol in settlement, margin).",
      "Flatten the symbol ([flatten](../guides/flatten.md)).",
      "Refused too: close it at the exchange by hand."
    ],
    "over": "The position is closed; the next reconcile books it. The alert stands while the exchange refuses, and ten minutes longer."
  },
  "FillsNotStreamed": {
    "meaning": "The key of the user stream cannot be had or kept. Fills are read by reconcile, so the books are seconds late instead of milliseconds.",
    "steps": [
      "Exchange status page: is the stream down for everybody?",
      "`./platform logs executor` for EXECUTOR_FILL_TRACKER_FAILED: a permission message means the key lost its rights."
    ],
    "over": "Risk, Execution shows the stream as live."
  },
  "FlattenFailed": {
    "meaning": "A flatten did not close every position. It is tried again until the positions are gone or trading is resumed; without a halt for 55 seconds.",
    "steps": [
      "Look at the exchange: what is still open? EXECUTOR_FLATTEN_FAILED in the log of the executor names the network and the symbols.",
      "Close it there by hand, market, reduce only. Do not wait for the retries.",
      "If this machine can reach the exchange and the executor cannot: [break glass](../guides/break-glass.md).",
      "Keep the latch engaged until you know why: `./platform logs executor`, EXECUTOR_FLATTEN_STEP_FAILED names the step, the network and the symbol."
    ],
    "over": "The exchange shows no position and the books show none. The alert stands while the flatten is tried, and ten minutes longer. One that was given up, without a halt after 55 seconds or by an operator who resumed trading, is reported for as long as what it left is open: until that has been closed, by its bot, its stop, by hand or by another flatten. An executor that was started since knows nothing of it: look at the exchange."
  },
  "IntentsRejected": {
    "meaning": "More than five order intents a minute are refused: a bot and the limits disagree, or a bot decides far too often.",
    "steps": [
      "`./platform logs executor --code EXECUTOR_INTENT_REJECTED`: reason_code and bot.",
      "Caps: is the size the bot asks for meant? Raise the cap or lower its allocation.",
      "stale_fence or no_lease: two instances of one bot; see [BotLeaseStale](BotLeaseStale.md).",
      "One bot, many intents: pause it and read its decisions."
    ],
    "over": "Fewer than five a minute for five minutes."
  },
  "MarketDataMissing": {
    "meaning": "The data service runs and has not taken a single bar of this market, neither now nor in an earlier life. Bots decide nothing.",
    "steps": [
      "Data, sources: the error of the stream.",
      "`./platform logs data`: an address that is refused, or a symbol that the exchange does not know (PLATFORM_DATA_EXCHANGE_SPOT_SYMBOLS and PLATFORM_DATA_EXCHANGE_PERP_SYMBOLS).",
      "`curl $PLATFORM_EXECUTOR_URL/exchange/ping`: can this machine reach the exchange at all?"
    ],
    "over": "The first bar is stored; from then on MarketDataStale watches its age."
  },
  "MarketDataStale": {
    "meaning": "No new bar for three minutes. Bots decide nothing; stops stand at the exchange.",
    "steps": [
      "Data, sources: the error of the stream.",
      "`curl $PLATFORM_EXECUTOR_URL/exchange/ping`: exchange away, or only the stream?",
      "`./platform logs data`: DATA_INGEST_WS_CLOSED repeating means the network or a ban of this address.",
      "Gaps are filled by REST once it is back; check Data, coverage afterwards."
    ],
    "over": "The newest bars are under a minute and a half old."
  },
  "NetworkNotReady": {
    "meaning": "No executor can send orders to this network: it is starting, settling, quarantined, or its account is unfit. Exits by signal do not leave either; stops at the exchange stand.",
    "steps": [
      "`curl $PLATFORM_EXECUTOR_URL/readyz` names the reason.",
      "quarantined: compare positions with the exchange, then follow [quarantine](../guides/quarantine.md).",
      "account: see [AccountUnusable](AccountUnusable.md).",
      "\"another executor holds the account\": expected on a standby; if there is no other, an old process lives: `./platform status`.",
      "settling for minutes: see [OrderOfUnknownFate](OrderOfUnknownFate.md)."
    ],
    "over": "/readyz of the executor answers 200."
  },
  "NotScraped": {
    "meaning": "Prometheus has no target of this service: its configuration is not the one of this stack.",
    "steps": [
      "Restart the stack, which rewrites it: `./platform down && ./platform up`.",
      "With a Prometheus of your own: add the target under the name of its job ([alerts](../guides/alerts.md), your own Prometheus)."
    ],
    "over": "The target is there and up."
  },
  "NotificationsFail": {
    "meaning": "Messages of one kind are refused or not answered. You read this by another receiver, or in the console only. Discord in the log is the dead man's switch, which is called as Discord would be.",
    "steps": [
      "`./platform logs alertmanager`: the answer of the receiver.",
      "Put its secret or address right in alerts.json, then `./platform alerts apply`.",
      "`./platform alerts test` says whether it arrives."
    ],
    "over": "Five minutes pass without a refusal."
  },
  "OrderOfUnknownFate": {
    "meaning": "An order was sent, and for more than a minute it has been unknown whether the exchange has it. It is never sent again; entries on that symbol wait.",
    "steps": [
      "Console, Risk, Execution: the order is listed with its symbol and status.",
      "Check that the exchange answers: `curl $PLATFORM_EXECUTOR_URL/exchange/ping`. Does it not, this follows from the outage and settles itself.",
      "If the exchange answers, search its order history for the client order id (the order id in the console).",
      "Do not place the order again by hand. Position without the order? The books are corrected by the next reconcile.",
      "Older than ten minutes with a reachable exchange: pause the bot and read `./platform logs executor`."
    ],
    "over": "The list of unresolved orders is empty."
  },
  "OutboxStuck": {
    "meaning": "The oldest event of this producer has waited for a minute. Fills and commands are late on the bus.",
    "steps": [
      "`./platform logs executor`: EXECUTOR_IPC_PUBLISH_FAILED names the reason.",
      "NATS down or full: see [PublishErrors](PublishErrors.md).",
      "A single row that is refused again and again blocks those behind it: report its id."
    ],
    "over": "The outbox is empty."
  },
  "PositionWithoutStop": {
    "meaning": "An open position is not covered whole by a resting stop in our books for ten seconds or more. The executor places a stop from the fill and closes the position itself after 15 s without one, so this lasts only when neither works.",
    "steps": [
      "Console, Risk, Positions: note network, symbol and bot of the rows marked unprotected.",
      "Look at the exchange itself: is there a stop order on that symbol?",
      "If there is no stop: flatten the symbol now ([flatten](../guides/flatten.md)). If the executor does not answer, close it at the exchange by hand or use [break glass](../guides/break-glass.md).",
      "If there is one, the books are behind: `./platform logs executor` for EXECUTOR_SUBMIT_FAILED or a database fault, then wait for the next reconcile (a minute).",
      "If it happened to a second position, [halt](../guides/halt-and-resume.md) before looking further."
    ],
    "over": "Every open position shows a stop price, and the exchange shows the same stop."
  },
  "PublishErrors": {
    "meaning": "More than ten events a minute could not be published. Rows are the truth and nothing is lost; screens and fallbacks are late.",
    "steps": [
      "`./platform status`, `./platform logs nats`: down, full, credentials?",
      "After a change of tokens: restart the service named."
    ],
    "over": "Fewer than ten a minute over five minutes."
  },
  "QueriesFail": {
    "meaning": "More than one query a minute of the data service fails over five minutes: warm-ups and charts fail with it.",
    "steps": [
      "`./platform logs data --code DATA_QUERY_FAILED`.",
      "`./platform logs postgres`: timeouts, too many connections, a missing table after an upgrade (`./platform migrate`)."
    ],
    "over": "Fewer than one a minute."
  },
  "ReconcileOverdue": {
    "meaning": "Books and exchange have not been compared for three minutes; a minute is normal. What the exchange does on its own goes unseen meanwhile. Stops stand.",
    "steps": [
      "`curl $PLATFORM_EXECUTOR_URL/readyz`: what does it name?",
      "`curl $PLATFORM_EXECUTOR_URL/exchange/ping`: unreachable or slow means the exchange or our network; nothing to do but wait, entries are refused.",
      "Reachable: `./platform logs executor` for EXECUTOR_DB_TRANSIENT (database) or rate limit messages.",
      "Longer than 15 minutes with open positions: compare them by eye with the exchange."
    ],
    "over": "The age of the reconcile in Risk, Execution is under a minute."
  },
  "RiskNotEvaluated": {
    "meaning": "The risk service runs, but no instance evaluates the breakers. They are blind.",
    "steps": [
      "`./platform logs risk`: does it wait for its turn? Another instance, or a dead database session, holds it; that ends by itself within a minute.",
      "Longer: restart the risk service (`./platform status` shows its pid; the supervisor starts it again).",
      "Still so after two minutes: [halt](../guides/halt-and-resume.md) by hand."
    ],
    "over": "The gauge platform_risk_evaluator is 1 on one instance."
  },
  "RulesFail": {
    "meaning": "Prometheus cannot evaluate a rule, so some alerts are blind.",
    "steps": [
      "`./platform logs prometheus`: the rule and the reason.",
      "Edited by hand? `promtool check rules deploy/prometheus/rules.yml`, then `./platform generate`.",
      "Too many series: which job exposes them? Restart it."
    ],
    "over": "Five minutes pass without a failed evaluation."
  },
  "ServiceDown": {
    "meaning": "A service does not answer. executor: nothing can trade, stops stand. risk: breakers are blind. manager: bots go on unmanaged. data: no new bars.",
    "steps": [
      "`./platform status`: restarting, failed, or hung?",
      "`./platform logs <service>`: the last lines say why. Exit code 2 is configuration and is not tried again.",
      "risk down with open positions for more than a minute: [halt](../guides/halt-and-resume.md) is not possible without it; pause by stopping the bots in the console.",
      "executor down with open positions: look at the stops at the exchange.",
      "Hung: end its pid, the supervisor starts it again."
    ],
    "over": "It answers /healthz."
  },
  "SourceStale": {
    "meaning": "A scheduled source is behind its cadence or quarantined. Strategies and overlays that need it go without.",
    "steps": [
      "Data, sources: last error. A provider that changed its address or wants a key is a matter of configuration.",
      "Quarantined: put the cause right, then unquarantine it there."
    ],
    "over": "The source is healthy."
  },
  "TaskStuck": {
    "meaning": "A background task of a service hangs or has not begun again when it should have, for two minutes or what its work allows. The process answers as before, but what this task does is not done any more.",
    "steps": [
      "Which one, and since when: `tasks` in `/healthz` of the service, or `./platform logs <service>`.",
      "Executor or risk, with positions open: look at the exchange that each has its stop; [halt](../guides/halt-and-resume.md) when in doubt.",
      "The database or the bus at fault too ([DatabaseErrors](DatabaseErrors.md), [BusDown](BusDown.md)): repair that first, the task goes on by itself.",
      "Otherwise restart the process: `kill` its pid in `./platform status`, the supervisor starts it again. A bot: stop and start it. It is a defect: keep the log."
    ],
    "over": "`/healthz` of the service answers 200 and lists no task as dead."
  },
  "TradingHalted": {
    "meaning": "The halt latch is engaged, by a breaker, an operator, or because it cannot be read. No entries anywhere; exits and stops pass. Alerts that follow from it are kept quiet.",
    "steps": [
      "Console strip: since when, by whom, why. A breaker: see [BreakerTripped](BreakerTripped.md).",
      "\"cannot be read\": the database; see [DatabaseErrors](DatabaseErrors.md).",
      "Check every open position has its stop (Risk, Positions).",
      "Resume only when the reason is gone: [halt](../guides/halt-and-resume.md)."
    ],
    "over": "Somebody resumed with a reason."
  },
  "VenueDrift": {
    "meaning": "The exchange and the books disagreed about orders, a position or the wallet, and the executor noticed: a trade by hand, a liquidation, a transfer, another program on the same account, or a defect.",
    "steps": [
      "`./platform logs executor` for EXECUTOR_RECONCILE_DRIFT or EXECUTOR_POSITION_ADJUSTED: what differed, by how much.",
      "Did somebody here trade or transfer, or is the cause `another_bot` (a stop filled while its bot was leaving, on a side that it shares)? Then there is nothing to do: the bot goes on from what is left.",
      "If not: rotate the key ([rotate tokens](../guides/rotate-tokens.md)), since somebody else may use it, and [halt](../guides/halt-and-resume.md).",
      "Wallet only and small: funding or fees that are booked late; it is over by itself once they are."
    ],
    "over": "The cause is known, and ten minutes pass without another. A foreign order, and a wallet that nothing explains, are reported for as long as that lasts; `drift_usd` is all that is not explained. Where you know why and nothing will ever explain it, acknowledge the alert and start the executor again when it suits you: a start takes the wallet as it is."
  }
};
