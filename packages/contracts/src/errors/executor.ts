/** EXECUTOR_: the only service that can move money. Codes that leave a position in doubt are Safety. */
import { defineErrors } from './define';

export const executorErrors = defineErrors({
  EXECUTOR_UNAUTHORIZED: {
    service: 'executor',
    severity: 'Warning',
    category: 'Control',
    status: 401,
    cause: 'The operator token is missing or wrong (401), or the executor was started without one (503).',
    action:
      'Send the executor token in X-Operator-Token; on 503 set PLATFORM_EXECUTOR_OPERATOR_TOKEN and restart.',
  },
  EXECUTOR_CAP_REJECT_PER_ORDER: {
    service: 'executor',
    severity: 'Error',
    category: 'Safety',
    status: null,
    cause: 'The notional of an intent is above the per-order cap; nothing was sent to the exchange.',
    action: 'Check the size the bot asks for; raise the per-order cap only if that size is intended.',
  },
  EXECUTOR_CAP_REJECT_PER_BOT_DAILY: {
    service: 'executor',
    severity: 'Error',
    category: 'Safety',
    status: null,
    cause: 'An intent would push the UTC-day notional of its bot past the daily cap.',
    action:
      'Wait for UTC midnight or raise PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_PER_BOT; look for a bot that flips too often.',
  },
  EXECUTOR_CAP_REJECT_GLOBAL_DAILY: {
    service: 'executor',
    severity: 'Error',
    category: 'Safety',
    status: null,
    cause: 'An intent would push the UTC-day notional of all bots together past the global cap.',
    action: 'Wait for UTC midnight or raise PLATFORM_EXECUTOR_MAX_DAILY_NOTIONAL_USD_GLOBAL.',
  },
  EXECUTOR_CAP_REJECT_EXPOSURE: {
    service: 'executor',
    severity: 'Error',
    category: 'Safety',
    status: null,
    cause:
      'An intent would push the network past the gross exposure or the leverage that an operator allows.',
    action:
      'Close something, or raise entry_gross_exposure_usd or entry_leverage under Risk, Limits; look for bots that hold the same bet.',
  },
  EXECUTOR_RECONCILE_DRIFT: {
    service: 'executor',
    severity: 'Error',
    category: 'Safety',
    status: null,
    cause: 'After a restart the orders in memory, in the orders table and at the exchange do not agree.',
    action:
      'Compare GET /positions with the exchange; no entry is sent until the reconcile has settled the difference.',
  },
  EXECUTOR_FLATTEN_FAILED: {
    service: 'executor',
    severity: 'Critical',
    category: 'Safety',
    status: null,
    cause:
      'A whole flatten failed at the exchange; the positions are still open. A commanded flatten is retried until everything is flat or trading is resumed; one that was given up is reported until what it left open is closed.',
    action:
      'Close the positions at the exchange by hand or use break-glass if that takes too long, then find out why the flatten failed.',
  },
  EXECUTOR_DB_WRITE_FAILED: {
    service: 'executor',
    severity: 'Error',
    category: 'Infra',
    status: null,
    cause: 'A database write in submission or reconcile failed for a transient reason.',
    action: 'Check PostgreSQL; orders already written as submitting are resolved by the next reconcile.',
  },
  EXECUTOR_FILL_TRACKER_FAILED: {
    service: 'executor',
    severity: 'Error',
    category: 'Infra',
    status: null,
    cause: 'The key of the exchange user stream could not be obtained or kept alive.',
    action:
      'Check the exchange status and the key permissions; fills are read by reconcile until the stream is back.',
  },
  EXECUTOR_STARTUP_FAILED: {
    service: 'executor',
    severity: 'Critical',
    category: 'Infra',
    status: null,
    cause: 'Configuration or initialisation failed; the executor did not start.',
    action: 'Read the errors listed in the log; exit code 2 means configuration.',
  },
  EXECUTOR_INTENT_REJECTED: {
    service: 'executor',
    severity: 'Warning',
    category: 'Safety',
    status: null,
    cause: 'An intent was refused; reason_code says why.',
    action: 'Look at reason_code on the intent; repeated refusals mean that a bot and its limits disagree.',
  },
  EXECUTOR_SUBMIT_FAILED: {
    service: 'executor',
    severity: 'Warning',
    category: 'Safety',
    status: null,
    cause: 'The exchange refused one or both legs of an order; reason says which.',
    action: 'Check that no position is without its stop; act on sl_submission_failed_cancel_failed at once.',
  },
  EXECUTOR_EXIT_BLOCKED: {
    service: 'executor',
    severity: 'Critical',
    category: 'Safety',
    status: null,
    cause:
      'The exchange keeps refusing to close a position that its bot has exited; reason_code says why. The close is retried.',
    action: 'Read reason_code; flatten the symbol, or close the position at the exchange.',
  },
  EXECUTOR_DB_TRANSIENT: {
    service: 'executor',
    severity: 'Warning',
    category: 'Infra',
    status: 500,
    cause: 'A database read or LISTEN failed for a transient reason.',
    action: 'Retry; above five a minute check PostgreSQL and the network.',
  },
  EXECUTOR_INTERNAL_ERROR: {
    service: 'executor',
    severity: 'Error',
    category: 'Infra',
    status: 500,
    cause: 'An invariant inside the executor did not hold.',
    action: 'Report it with the trace id; halt if orders are affected.',
  },
  EXECUTOR_BOOT_DEGRADED: {
    service: 'executor',
    severity: 'Warning',
    category: 'Safety',
    status: null,
    cause: 'Started with quarantined networks or without a subsystem; /readyz stays 503.',
    action: 'Read /readyz; resolve the anomalies, then POST /clear-quarantine.',
  },
  EXECUTOR_SHUTDOWN_ERROR: {
    service: 'executor',
    severity: 'Warning',
    category: 'Infra',
    status: null,
    cause: 'The shutdown was not orderly: the 30 second drain ran out or a step failed.',
    action: 'Check that every position has its stop; the next start reconciles.',
  },
  EXECUTOR_BOT_COMMAND_FAILED: {
    service: 'executor',
    severity: 'Warning',
    category: 'Control',
    status: null,
    cause: 'A bot command could not be processed, or its cursor could not be committed; it is redelivered.',
    action: 'If it repeats, read the command row and the log beside it.',
  },
  EXECUTOR_BREAK_GLASS_DENIED: {
    service: 'executor',
    severity: 'Warning',
    category: 'Safety',
    status: 401,
    cause:
      'Break-glass was refused or failed: token, a confirm timestamp more than 60 seconds off, audit publish, or the flatten itself.',
    action:
      'Check token and clock and send it again; an unexpected attempt means that others may know the token.',
  },
  EXECUTOR_RECONCILE_FIX_FAILED: {
    service: 'executor',
    severity: 'Warning',
    category: 'Safety',
    status: null,
    cause: 'One repair of a reconcile failed; the others continued.',
    action: 'It is retried on the next pass; if it repeats, check the order named in the context.',
  },
  EXECUTOR_IPC_PUBLISH_FAILED: {
    service: 'executor',
    severity: 'Warning',
    category: 'Infra',
    status: null,
    cause: 'An event could not be published; its database row is stored.',
    action: 'Above ten a minute check NATS.',
  },
  EXECUTOR_INVALID_REQUEST: {
    service: 'executor',
    severity: 'Error',
    category: 'Control',
    status: 400,
    cause: 'The input of an operator endpoint is missing or invalid; field names it.',
    action: 'Correct the named field and send it again.',
  },
  EXECUTOR_FLATTEN_STEP_FAILED: {
    service: 'executor',
    severity: 'Warning',
    category: 'Safety',
    status: null,
    cause: 'One step of a flatten failed and the next one takes over; reason_code names it.',
    action: 'Watch that the flatten completes; EXECUTOR_FLATTEN_FAILED follows if it does not.',
  },
  EXECUTOR_FLATTEN_NO_TARGETS: {
    service: 'executor',
    severity: 'Warning',
    category: 'Safety',
    status: null,
    cause: 'A flatten found no open position on any network it covers.',
    action: 'Nothing to close; check the scope if you expected positions.',
  },
  EXECUTOR_ACCOUNT_PROBLEM: {
    service: 'executor',
    severity: 'Critical',
    category: 'Safety',
    status: null,
    cause:
      'The exchange account, or one of its symbols, cannot be used: keys, permissions, position mode, margin, leverage or clock; the message says which.',
    action:
      'Fix what the message names; until then /readyz shows it, and no entry is sent, or none on that symbol. Exits and flattens are still attempted.',
  },
  EXECUTOR_POSITION_ADJUSTED: {
    service: 'executor',
    severity: 'Error',
    category: 'Safety',
    status: null,
    cause:
      'Something other than a bot’s own orders changed its holding: a trade by hand, another bot’s order on the same side, the exchange itself, or an accepted position.',
    action:
      'The cause says which. If somebody traded elsewhere and it was not your team, find out who else uses the account; the bot continues with what is left.',
  },
  EXECUTOR_EXCHANGE_UNREADABLE: {
    service: 'executor',
    severity: 'Warning',
    category: 'Infra',
    status: 503,
    cause: 'The exchange could not be read, so nothing was changed.',
    action: 'Try again when GET /exchange/ping shows the network as reachable.',
  },
});
