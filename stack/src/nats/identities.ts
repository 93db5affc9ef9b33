/**
 * Operator, account and user tokens of the bus, derived from the stored seeds at every start, so that a
 * change of permissions takes effect with the next start while every identity stays the same.
 */
import {
  createAccount,
  createOperator,
  createUser,
  encodeAccount,
  encodeOperator,
  encodeUser,
  fmtCreds,
  fromSeed,
  type KeyPair,
  newScopedSigner,
} from '@nats-io/jwt';
import { BUS_USERS, type BusUser } from '@platform/contracts';
import { browserPermissions, userPermissions } from './permissions';

export interface BusSeeds {
  readonly operator: string;
  readonly systemAccount: string;
  readonly account: string;
  /** Signs browser users within fixed limits; held by the manager. */
  readonly browserSigner: string;
  readonly users: Readonly<Record<BusUser, string>>;
}

export interface BusIdentities {
  readonly operatorJwt: string;
  readonly systemAccount: { readonly id: string; readonly jwt: string };
  readonly account: { readonly id: string; readonly jwt: string };
  /** The content of each user's creds file. */
  readonly creds: Readonly<Record<BusUser, string>>;
}

export function generateBusSeeds(): BusSeeds {
  return {
    operator: seedOf(createOperator()),
    systemAccount: seedOf(createAccount()),
    account: seedOf(createAccount()),
    browserSigner: seedOf(createAccount()),
    users: forEachUser(() => seedOf(createUser())),
  };
}

export async function deriveIdentities(seeds: BusSeeds): Promise<BusIdentities> {
  const operator = keyPair(seeds.operator);
  const system = keyPair(seeds.systemAccount);
  const account = keyPair(seeds.account);
  const browserSigner = newScopedSigner(keyPair(seeds.browserSigner), 'browser', {
    ...browserPermissions,
    allowed_connection_types: ['WEBSOCKET'],
    // A browser has no key of its own to sign with: the token, which lives for minutes, is all it has.
    bearer_token: true,
  });
  const creds = await Promise.all(
    BUS_USERS.map(async (user) => [user, await userCreds(user, seeds.users[user], account)]),
  );
  return {
    operatorJwt: await encodeOperator('platform', operator, { system_account: system.getPublicKey() }),
    systemAccount: {
      id: system.getPublicKey(),
      jwt: await encodeAccount('SYS', system, { limits: UNLIMITED }, { signer: operator }),
    },
    account: {
      id: account.getPublicKey(),
      jwt: await encodeAccount(
        'PLATFORM',
        account,
        { limits: { ...UNLIMITED, ...UNLIMITED_JETSTREAM }, signing_keys: [browserSigner] },
        { signer: operator },
      ),
    },
    creds: Object.fromEntries(creds) as Record<BusUser, string>,
  };
}

// A limit left out of the token means zero, so each is named.
const UNLIMITED = {
  subs: -1,
  data: -1,
  payload: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
  conn: -1,
  leaf: -1,
};
const UNLIMITED_JETSTREAM = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };

async function userCreds(user: BusUser, seed: string, account: KeyPair): Promise<string> {
  const key = keyPair(seed);
  const jwt = await encodeUser(user, key, account, userPermissions(user));
  return new TextDecoder().decode(fmtCreds(jwt, key));
}

function keyPair(seed: string): KeyPair {
  return fromSeed(new TextEncoder().encode(seed));
}

function seedOf(pair: KeyPair): string {
  return new TextDecoder().decode(pair.getSeed());
}

function forEachUser<T>(make: () => T): Record<BusUser, T> {
  return Object.fromEntries(BUS_USERS.map((user) => [user, make()])) as Record<BusUser, T>;
}
