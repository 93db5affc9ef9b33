/**
 * What each bus user may publish and subscribe to. JetStream is driven by publishing to its API subjects, so
 * those are listed as well: every service may find or make the stream, only its readers may pull from it, and
 * each reader is kept away from the durable consumers that belong to another service. Answers arrive in an
 * inbox that only the user itself may listen to.
 */
import type { Permissions } from '@nats-io/jwt';
import {
  BUS_STREAM,
  BUS_USERS,
  type BusUser,
  EXECUTOR_INTENTS_DURABLE,
  fillsSubject,
  INTENTS_SUBJECT,
  inboxPrefix,
  KLINES_SUBJECTS,
  MANAGER_RISK_DURABLE,
  MANAGER_TRIALS_DURABLE,
  RISK_EVENTS_SUBJECTS,
  TRIAL_STREAMS,
} from '@platform/contracts';

const STREAM = BUS_STREAM.name;

const FIND_OR_MAKE_STREAM = [
  '$JS.API.INFO',
  `$JS.API.STREAM.INFO.${STREAM}`,
  `$JS.API.STREAM.CREATE.${STREAM}`,
];

/** The warm-up topic is one token (bot:<id>:warmup), and a wildcard cannot match within a token. */
const ONE_TOKEN_TOPICS = '*';

/**
 * Pulling through the consumer called `durable` (or any, with *) as long as it is filtered to one subject
 * space.
 */
function readStream(durable: string, filter: string, stream: string = STREAM): string[] {
  return [
    `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${filter}`,
    `$JS.API.CONSUMER.DELETE.${stream}.${durable}`,
    ...pullThrough(durable, stream),
  ];
}

function pullThrough(durable: string, stream: string): string[] {
  return [
    `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.ACK.${stream}.${durable}.>`,
  ];
}

const { chunks, inputs, results } = TRIAL_STREAMS;

/**
 * Takes chunks through a consumer that the manager made, reads their inputs, sends results. It can queue,
 * make and delete nothing.
 */
const WORK_ON_TRIALS = [
  '$JS.API.INFO',
  ...pullThrough('*', chunks.name),
  `$JS.API.DIRECT.GET.${inputs.name}.>`,
  `${results.subjects}.>`,
];

/** The manager's own threads are workers too. */
const RUN_EXPERIMENTS = [
  ...Object.values(TRIAL_STREAMS).flatMap(({ name }) =>
    ['INFO', 'CREATE', 'PURGE'].map((verb) => `$JS.API.STREAM.${verb}.${name}`),
  ),
  `${chunks.subjects}.>`,
  `${inputs.subjects}.>`,
  `$JS.API.CONSUMER.LIST.${chunks.name}`,
  ...readStream('*', `${chunks.subjects}.>`, chunks.name),
  ...readStream(MANAGER_TRIALS_DURABLE, `${results.subjects}.>`, results.name),
  ...WORK_ON_TRIALS,
];

interface BusRights {
  readonly publish: readonly string[];
  readonly never?: readonly string[];
  readonly subscribe?: readonly string[];
}

const RIGHTS: Readonly<Record<BusUser, BusRights>> = {
  data: { publish: [...FIND_OR_MAKE_STREAM, 'market.>'] },
  risk: { publish: [...FIND_OR_MAKE_STREAM, RISK_EVENTS_SUBJECTS] },
  manager: {
    publish: [
      ...FIND_OR_MAKE_STREAM,
      ...readStream(MANAGER_RISK_DURABLE, RISK_EVENTS_SUBJECTS),
      ...RUN_EXPERIMENTS,
    ],
    subscribe: [ONE_TOKEN_TOPICS],
  },
  bot: {
    publish: [...FIND_OR_MAKE_STREAM, INTENTS_SUBJECT, ONE_TOKEN_TOPICS, ...readStream('*', KLINES_SUBJECTS)],
    never: [EXECUTOR_INTENTS_DURABLE, MANAGER_RISK_DURABLE].flatMap((durable) => readStream(durable, '>')),
  },
  executor: {
    publish: [
      ...FIND_OR_MAKE_STREAM,
      fillsSubject('*'),
      ...readStream(EXECUTOR_INTENTS_DURABLE, INTENTS_SUBJECT),
    ],
  },
  worker: { publish: WORK_ON_TRIALS },
};

/**
 * What the server delivers to its reader alone. It takes `*` as permission to subscribe to `>` as well, and
 * only a denial keeps what that would catch from being delivered.
 */
function notOwn(user: BusUser): string[] {
  const others = BUS_USERS.filter((other) => other !== user);
  return [
    ...BUS_STREAM.subjects,
    ...Object.values(TRIAL_STREAMS).map(({ subjects }) => `${subjects}.>`),
    '$JS.>',
    '$SYS.>',
    '_INBOX.>',
    ...others.map((other) => `${inboxPrefix(other)}.>`),
  ];
}

export function userPermissions(user: BusUser): Permissions {
  const { publish, never = [], subscribe = [] } = RIGHTS[user];
  return {
    pub: { allow: [...publish], deny: [...never] },
    sub: { allow: [`${inboxPrefix(user)}.>`, ...subscribe], deny: notOwn(user) },
  };
}

/**
 * Browsers only listen, over the websocket; the manager signs them with a key that can grant nothing more.
 * Fills are those of the bots that the token's tags name: the server fills them in.
 */
export const browserPermissions: Permissions = {
  pub: { allow: [], deny: ['>'] },
  sub: { allow: [RISK_EVENTS_SUBJECTS, KLINES_SUBJECTS, fillsSubject('{{tag(bot)}}')], deny: [] },
};
