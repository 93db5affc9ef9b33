/** Which reads a live message makes old. A channel without an entry changes nothing on screen. */
import type { WebsocketChannel } from '@platform/contracts';
import type { ReadPath } from '../manager/types';

export const REFRESHES: Readonly<Record<WebsocketChannel, readonly ReadPath[]>> = {
  risk_halt_changed: ['/bff/risk', '/bff/risk/audit', '/bff/events', '/bff/bots'],
  breaker_state: ['/bff/risk', '/bff/events', '/bff/bots'],
  portfolio_state: ['/portfolio', '/bff/bots', '/bff/execution', '/bots/{id}/equity'],
  bot_events: ['/bff/bots', '/bots/{id}', '/bots/{id}/events', '/bff/events'],
  fills: ['/portfolio', '/bff/bots', '/bots/{id}/fills', '/performance'],
  source_freshness: ['/source-health', '/data/status'],
  backfill_jobs: ['/data/backfill/jobs', '/data/inventory'],
  experiment_progress: ['/experiments', '/experiments/{id}'],
  run_progress: ['/runs', '/runs/{id}', '/bots/{id}/runs'],
};
