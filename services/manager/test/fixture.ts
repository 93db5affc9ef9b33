/** A running manager on its own database and bus, and how tests talk to it. */
import type { ErrorBody } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import {
  createTestDatabase,
  eventually,
  type NatsServer,
  startTestNats,
  type TestDatabase,
} from '@platform/testkit';
import pg from 'pg';
import { loadManagerConfig } from '../src/config';
import { run } from '../src/run';

export const TOKEN = 'operator-token-of-the-test-with-256-bits-of-it';

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T & Partial<ErrorBody>;
}

export class ManagerFixture {
  private readonly services: ServiceHandle[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly nats: NatsServer,
    readonly owner: pg.Client,
  ) {}

  /** On the server that all tests share, or on one of its own that the test may restart. */
  static async open(
    server: { readonly port?: number; readonly bus?: { readonly storeBytes: number } } = {},
  ): Promise<ManagerFixture> {
    const [database, nats] = await Promise.all([createTestDatabase(server), startTestNats(server.bus)]);
    const owner = new pg.Client({ connectionString: database.adminUrl });
    owner.on('error', () => undefined);
    await owner.connect();
    return new ManagerFixture(database, nats, owner);
  }

  environment(): Record<string, string> {
    return {
      PLATFORM_MANAGER__DATABASE_URL: this.database.urlFor('platform_manager'),
      PLATFORM_MANAGER__BIND_ADDR: '127.0.0.1:0',
      PLATFORM_MANAGER_LOG_LEVEL: 'fatal',
      PLATFORM_MANAGER_OPERATOR_TOKEN: TOKEN,
      PLATFORM_BUS_NATS_URL: this.nats.url,
      PLATFORM_BUS_NATS_CREDS: this.nats.credsFor('manager'),
    };
  }

  async start(overrides: Readonly<Record<string, string>> = {}): Promise<ServiceHandle> {
    const config = loadManagerConfig({ ...this.environment(), ...overrides });
    if (!config.ok) throw new Error(JSON.stringify(config.error));
    const service = await run(config.value);
    this.services.push(service);
    return service;
  }

  async rows<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await this.owner.query<T>(sql, values)).rows;
  }

  async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.close()));
    await this.owner.end();
    await this.nats.dispose();
    await this.database.drop();
  }
}

/** For figures of today: a day that ends while a test looks would take them away. */
export async function awayFromMidnight(): Promise<void> {
  await eventually(() => Date.now() % 86_400_000 < 86_400_000 - 120_000);
}

export async function call<T = Record<string, unknown>>(
  service: Pick<ServiceHandle, 'url'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = { 'x-operator-token': TOKEN, 'x-actor': 'alice' },
): Promise<Answer<T>> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer<T>['body'] };
}
