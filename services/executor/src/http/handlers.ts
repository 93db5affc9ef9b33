/**
 * The operator's endpoints. A flatten is answered when its targets are known and goes on behind the answer.
 */
import type { executorRoutes, Network } from '@platform/contracts';
import { answerWithin, type ErrorLog, failure, type Handlers, systemTime } from '@platform/service-kit';
import type { BreakGlass } from '../app/break-glass';
import type { FlattenService } from '../app/flatten-service';
import { PATIENCE_MS } from '../app/flattener';
import type { Commands, RecordOperatorAction } from '../app/ports';
import type { Acceptors } from '../app/position-acceptor';
import type { TradingNetwork } from '../app/trading-network';
import type { PositionStore } from '../store/positions';
import { showPositions } from './show-positions';

export interface HandlerParts {
  readonly networks: ReadonlyMap<Network, TradingNetwork>;
  readonly commands: Commands;
  readonly positions: PositionStore;
  readonly flattens: FlattenService;
  readonly acceptors: Acceptors;
  readonly breakGlass: BreakGlass;
  readonly recordAction: RecordOperatorAction;
  readonly errors: ErrorLog;
}

export function executorHandlers(parts: HandlerParts): Handlers<typeof executorRoutes> {
  const { networks, commands, flattens, breakGlass, recordAction, errors } = parts;
  return {
    clearQuarantine: async ({ body, traceId }) => {
      await confirm(commands, body.confirm_token, 'clear-quarantine');
      const cleared = [...networks.values()].filter(
        (network) => network.isIn(body.network_scope) && network.state() === 'quarantined',
      );
      for (const network of cleared) network.start({ acceptAnomalies: true });
      const names = cleared.map((network) => network.exchange.network);
      const { network_scope: networkScope } = body;
      const outcome = { networks: names };
      await recordAction({ action: 'clear_quarantine', networkScope, outcome, traceId });
      return { status: 'quarantine_cleared', networks: names };
    },

    flatten: async ({ body, traceId }) => {
      const { network_scope: networkScope, reason } = body;
      const order = { networkScope, scope: { kind: 'all' }, traceId } as const;
      const targets = await flattens.targets(order);
      const targeted = targets.reduce((sum, { positions }) => sum + positions, 0);
      flattens.untilFlat(order, targets).catch((error: unknown) => {
        const context = { trace_id: traceId, network_scope: networkScope };
        errors.report('EXECUTOR_FLATTEN_FAILED', { ...context, err: error });
      });
      const outcome = { positions_targeted: targeted };
      // The row waits for a database that is away; the operator does not.
      await answerWithin(
        systemTime,
        PATIENCE_MS,
        recordAction({ action: 'flatten', networkScope, outcome, reason, traceId }),
      ).catch(() => undefined);
      return { status: 'flatten_initiated', positions_targeted: targeted };
    },

    acceptPosition: async ({ body, traceId }) => {
      const { network: networkScope, symbol, reason, confirm_token } = body;
      const network = networks.get(networkScope);
      const acceptor = parts.acceptors.get(networkScope);
      if (network === undefined || acceptor === undefined)
        throw failure('EXECUTOR_INVALID_REQUEST', 'there are no keys for this network', 'network');
      const desk = network.desk(symbol);
      const adjustments = await desk.run(() =>
        acceptor.accept(body, () => confirm(commands, confirm_token, 'accept-position')),
      );
      desk.wake({ reconcile: true });
      const outcome = { symbol, adjustments };
      await recordAction({ action: 'accept_position', networkScope, outcome, reason, traceId });
      return { status: 'position_accepted', network: networkScope, symbol, adjustments };
    },

    breakGlassFlatten: ({ body, traceId }) => breakGlass.invoke(body, traceId),

    exchangePing: async () => ({ networks: await Promise.all([...networks.values()].map(ping)) }),

    positions: () => showPositions(parts),
  };
}

async function confirm(commands: Commands, token: string, purpose: string): Promise<void> {
  if (await commands.useConfirmToken(token, purpose)) return;
  throw failure('EXECUTOR_INVALID_REQUEST', 'confirm_token was used before', 'confirm_token');
}

/** Asks the exchange for its time: the cheapest question that needs no key. */
async function ping({ exchange: { network, port } }: TradingNetwork) {
  const answer = await port.clock.resync();
  const reachable = answer.kind === 'ok';
  return {
    network,
    reachable,
    round_trip_ms: reachable ? answer.value.roundTripMs : null,
    server_time_offset_ms: reachable ? port.clock.offsetMs() : null,
  };
}
