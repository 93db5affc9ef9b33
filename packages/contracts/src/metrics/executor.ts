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
    help: 'Notional of the current UTC day, by bot.',
    labels: ['bot_id'],
  },
  dailyNotionalUsedGlobal: {
    name: 'platform_executor_daily_notional_used_usd_global',
    type: 'gauge',
    help: 'Notional of the current UTC day over all bots.',
    labels: [],
  },
  dailyNotionalWouldReject: {
    name: 'platform_executor_daily_notional_would_reject_total',
    type: 'counter',
    help: 'Intents that a daily cap would have refused had it been set, by scope (per_bot, global).',
    labels: ['scope'],
  },
});
