/**
 * What each bus user may publish and subscribe to. JetStream is driven by publishing to its API subjects,
 * so those are listed as well: everyone may find or make the stream, only its readers may pull from it,
 * and each reader is kept away from the durable consumers that belong to another service. Answers arrive in an inbox
 * that only the service itself may listen to.
 */
import type { Permissions } from '@nats-io/jwt';
import {
  BUS_STREAM,
  EXECUTOR_INTENTS_DURABLE,
  fillsSubject,
  INTENTS_SUBJECT,
  inboxPrefix,
  KLINES_SUBJECTS,
  MANAGER_RISK_DURABLE,
  RISK_EVENTS_SUBJECTS,
  SERVICES,
  type ServiceName,
} from '@platform/contracts';

const STREAM = BUS_STREAM.name;

const FIND_OR_MAKE_STREAM = [
  '$JS.API.INFO',
  `$JS.API.STREAM.INFO.${STREAM}`,
  `$JS.API.STREAM.CREATE.${STREAM}`,
];

/** The warm-up topic is one token (bot:<id>:warmup), and a wildcard cannot match within a token. */
const ONE_TOKEN_TOPICS = '*';

/** Pulling through the consumer called `durable` (or any, with *) as long as it is filtered to one subject space. */
function readStream(durable: string, filter: string): string[] {
  return [
    `$JS.API.CONSUMER.CREATE.${STREAM}.${durable}.${filter}`,
    `$JS.API.CONSUMER.INFO.${STREAM}.${durable}`,
    `$JS.API.CONSUMER.DELETE.${STREAM}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.${durable}`,
    `$JS.ACK.${STREAM}.${durable}.>`,
  ];
}

interface BusRights {
  readonly publish: readonly string[];
  readonly never?: readonly string[];
  readonly subscribe?: readonly string[];
}

const RIGHTS: Readonly<Record<ServiceName, BusRights>> = {
  data: { publish: ['market.>'] },
  risk: { publish: [RISK_EVENTS_SUBJECTS] },
  manager: {
    publish: readStream(MANAGER_RISK_DURABLE, RISK_EVENTS_SUBJECTS),
    subscribe: [ONE_TOKEN_TOPICS],
  },
  bot: {
    publish: [INTENTS_SUBJECT, ONE_TOKEN_TOPICS, ...readStream('*', KLINES_SUBJECTS)],
    never: [EXECUTOR_INTENTS_DURABLE, MANAGER_RISK_DURABLE].flatMap((durable) => readStream(durable, '>')),
  },
  executor: {
    publish: [fillsSubject('*'), ...readStream(EXECUTOR_INTENTS_DURABLE, INTENTS_SUBJECT)],
  },
};

/**
 * What the server delivers to nobody but its reader. It takes `*` as leave to subscribe to `>` as well, and only a denial keeps what that
 * would catch from being delivered.
 */
function notOwn(service: ServiceName): string[] {
  const others = SERVICES.filter((other) => other !== service);
  return [
    ...BUS_STREAM.subjects,
    '$JS.>',
    '$SYS.>',
    '_INBOX.>',
    ...others.map((other) => `${inboxPrefix(other)}.>`),
  ];
}

export function servicePermissions(service: ServiceName): Permissions {
  const { publish, never = [], subscribe = [] } = RIGHTS[service];
  return {
    pub: { allow: [...FIND_OR_MAKE_STREAM, ...publish], deny: [...never] },
    sub: { allow: [`${inboxPrefix(service)}.>`, ...subscribe], deny: notOwn(service) },
  };
}

/**
 * Browsers only listen, over the websocket; the manager signs them with a key that can grant nothing more. Fills are those of the
 * bots that the token's tags name: the server fills them in.
 */
export const browserPermissions: Permissions = {
  pub: { allow: [], deny: ['>'] },
  sub: { allow: [RISK_EVENTS_SUBJECTS, KLINES_SUBJECTS, fillsSubject('{{tag(bot)}}')], deny: [] },
};
