/** The executor. Daily notional starts again at UTC midnight. */
import { defineMetrics } from './define';

export const executorMetrics = defineMetrics({
  up: {
    name: 'platform_executor_up',
    type: 'gauge',
    help: '1 while the executor process runs.',
    labels: [],
  },
  dailyNotionalUsed: {
    name: 'platform_executor_daily_notional_used_usd',
    type: 'gauge',
    help: 'Notional of the current UTC day, by bot, on the network where it has used most.',
    labels: ['bot_id'],
  },
  dailyNotionalUsedGlobal: {
    name: 'platform_executor_daily_notional_used_usd_global',
    type: 'gauge',
    help: 'Notional of the current UTC day over all bots of the network where they have used most.',
    labels: [],
  },
  dailyNotionalWouldReject: {
    name: 'platform_executor_daily_notional_would_reject_total',
    type: 'counter',
    help: 'Intents that a daily cap would have refused had it been set, by scope (per_bot, global).',
    labels: ['scope'],
  },
  networkReady: {
    name: 'platform_executor_network_ready',
    type: 'gauge',
    help: '1 while orders can be sent to a network: it is reconciled, not quarantined, and its account is fit.',
    labels: ['network'],
  },
  reconcileAge: {
    name: 'platform_executor_reconcile_age_seconds',
    type: 'gauge',
    help: 'Time since books and exchange were last compared, by network.',
    labels: ['network'],
  },
  clockOffset: {
    name: 'platform_executor_clock_offset_seconds',
    type: 'gauge',
    help: 'How far the clock of each network is ahead of ours.',
    labels: ['network'],
  },
});
