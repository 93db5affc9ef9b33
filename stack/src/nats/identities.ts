/**
 * Operator, account and user tokens of the bus, derived anew from the stored seeds at every start, so that a
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
import { SERVICES, type ServiceName } from '@platform/contracts';
import { browserPermissions, servicePermissions } from './permissions';

export interface BusSeeds {
  readonly operator: string;
  readonly systemAccount: string;
  readonly account: string;
  /** Signs browser users within fixed limits; held by the manager. */
  readonly browserSigner: string;
  readonly users: Readonly<Record<ServiceName, string>>;
}

export interface BusIdentities {
  readonly operatorJwt: string;
  readonly systemAccount: { readonly id: string; readonly jwt: string };
  readonly account: { readonly id: string; readonly jwt: string };
  /** The content of each service's creds file. */
  readonly creds: Readonly<Record<ServiceName, string>>;
}

export function generateBusSeeds(): BusSeeds {
  return {
    operator: seedOf(createOperator()),
    systemAccount: seedOf(createAccount()),
    account: seedOf(createAccount()),
    browserSigner: seedOf(createAccount()),
    users: forEachService(() => seedOf(createUser())),
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
    SERVICES.map(async (service) => [service, await serviceCreds(service, seeds.users[service], account)]),
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
    creds: Object.fromEntries(creds) as Record<ServiceName, string>,
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

async function serviceCreds(service: ServiceName, seed: string, account: KeyPair): Promise<string> {
  const user = keyPair(seed);
  const jwt = await encodeUser(service, user, account, servicePermissions(service));
  return new TextDecoder().decode(fmtCreds(jwt, user));
}

function keyPair(seed: string): KeyPair {
  return fromSeed(new TextEncoder().encode(seed));
}

function seedOf(pair: KeyPair): string {
  return new TextDecoder().decode(pair.getSeed());
}

function forEachService<T>(make: () => T): Record<ServiceName, T> {
  return Object.fromEntries(SERVICES.map((service) => [service, make()])) as Record<ServiceName, T>;
}
