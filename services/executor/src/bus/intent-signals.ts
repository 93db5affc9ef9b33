/**
 * Whatever says that an intent may be waiting: notifications and messages, each no more than a reason to
 * look.
 */
import { DB_CHANNELS, EXECUTOR_INTENTS_DURABLE, INTENTS_SUBJECT, OrderIntent } from '@platform/contracts';
import type { Bus, DatabaseWatch, ErrorLog } from '@platform/service-kit';
import type { Intake } from '../app/intake';

export interface SignalParts {
  readonly bus: Bus;
  readonly watch: DatabaseWatch;
  readonly errors: ErrorLog;
}

export function listenForIntents({ bus, watch, errors }: SignalParts, intake: Intake): void {
  watch.subscribe({
    channel: DB_CHANNELS.orderIntents,
    onNotification: ({ network, symbol }) => intake.lookAt(network, symbol),
    onGap: () => intake.wake(),
  });
  bus.consume({
    durable: EXECUTOR_INTENTS_DURABLE,
    filterSubject: INTENTS_SUBJECT,
    schema: OrderIntent,
    handler: async () => intake.wake(),
    onError: (error) => errors.report('SHARED_BUS_UNAVAILABLE', { err: error }),
  });
}
