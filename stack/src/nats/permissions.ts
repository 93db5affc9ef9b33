/**
 * What each bus user may publish and subscribe to. JetStream is driven by publishing to its API subjects,
 * so those are listed as well: everyone may find or make the stream, only its readers may pull from it,
 * and each reader is kept away from the durable consumers that belong to another service.
 */
import type { Permissions } from '@nats-io/jwt';
import type { ServiceName } from '@platform/contracts';

const STREAM = 'PLATFORM';
const EXECUTOR_DURABLE = 'executor-default';
const MANAGER_DURABLE = 'manager-risk';

const FIND_OR_MAKE_STREAM = [
  '$JS.API.INFO',
  `$JS.API.STREAM.INFO.${STREAM}`,
  `$JS.API.STREAM.CREATE.${STREAM}`,
];

/** Pulling through consumers called `durable` (or any, with *) that are filtered to one subject space. */
function readStream(durable: string, filter: string): string[] {
  return [
    `$JS.API.CONSUMER.CREATE.${STREAM}.${durable}.${filter}`,
    `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
    `$JS.API.CONSUMER.DELETE.${STREAM}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
    `$JS.ACK.${STREAM}.${durable}.>`,
  ];
}

const publish: Readonly<Record<ServiceName, { allow: string[]; deny?: string[] }>> = {
  data: { allow: ['market.>', `$JS.API.STREAM.UPDATE.${STREAM}`] },
  risk: { allow: ['risk.>'] },
  manager: { allow: ['trading.bots.>', ...readStream(MANAGER_DURABLE, 'risk.events.>')] },
  bot: {
    allow: ['intents.executor', 'trading.bots.>', ...readStream('*', 'market.klines.>')],
    deny: [EXECUTOR_DURABLE, MANAGER_DURABLE].flatMap((durable) => readStream(durable, '>')),
  },
  executor: { allow: ['trading.>', ...readStream(EXECUTOR_DURABLE, 'intents.executor')] },
};

export function servicePermissions(service: ServiceName): Permissions {
  const { allow, deny = [] } = publish[service];
  return {
    pub: { allow: [...FIND_OR_MAKE_STREAM, ...allow], deny },
    sub: { allow: ['_INBOX.>'], deny: [] },
  };
}

/** Browsers only listen, over the websocket; the manager signs them with a key that can grant nothing more. */
export const browserPermissions: Permissions = {
  pub: { allow: [], deny: ['>'] },
  sub: { allow: ['risk.events.>', 'market.klines.>', 'trading.fills.*'], deny: [] },
};
