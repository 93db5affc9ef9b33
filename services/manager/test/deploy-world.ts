/**
 * Bots that are deployed for real: the platform's own build is what runs, releases are made from the same
 * bundle.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  BOT_SLOTS,
  type BotSlot,
  type Deploy,
  RELEASE_MANIFEST,
  type ReleaseManifest,
} from '@platform/contracts';
import { HOUR_MS } from '@platform/core';
import { Sql } from '@platform/sim';
import { bundlePath, REPOSITORY } from '@platform/stack';
import {
  eventually,
  type PostgresServer,
  prepareTemplate,
  startPostgres,
  type TemporaryDirectory,
  temporaryDirectory,
} from '@platform/testkit';
import pg from 'pg';
import { DeployDesk } from './deploy-desk';
import { type Answer, call, ManagerFixture } from './fixture';

const BARS = 20_000;
/**
 * Around which the script moves by a percent or two, with bars that are wide enough for a stop to stay out of
 * reach.
 */
const PRICE = 100;
const ALLOCATION = { mode: 'usd', value: 10_000 } as const;
/** Bars that a bot has decided before it is deployed, so that there is something to replay. */
export const DECIDED_BEFORE = 12;

interface BotRow {
  readonly image_tag: string;
  readonly generation: number;
  readonly active_slot: string;
  readonly status: string;
}

export interface WorldOptions {
  /** A database server of its own, where that is to be killed. */
  readonly hasOwnServer?: boolean;
  /**
   * What an exchange and an executor trade; without any, they are not started and every intent is refused.
   */
  readonly symbols?: readonly string[];
}

export class DeployWorld {
  /** The manager that answers now. */
  manager: { readonly url: string } = { url: '' };
  private readonly bots: string[] = [];
  private readonly sql: Sql;
  private refusing: NodeJS.Timeout | undefined;
  private openedDesk: DeployDesk | undefined;

  private constructor(
    readonly fixture: ManagerFixture,
    readonly directory: TemporaryDirectory,
    /** Undefined where the server is one that others use too. */
    readonly postgres: PostgresServer | undefined,
  ) {
    this.sql = new Sql(fixture.database.adminUrl);
  }

  static async open({ hasOwnServer = false, symbols = [] }: WorldOptions = {}): Promise<DeployWorld> {
    const postgres = hasOwnServer ? await ownServer() : undefined;
    const fixture = await ManagerFixture.open(postgres);
    const directory = temporaryDirectory('deploys');
    writeScript(join(directory.path, 'script.jsonl'));
    const world = new DeployWorld(fixture, directory, postgres);
    if (symbols.length === 0) world.refuseIntents();
    else world.openedDesk = await DeployDesk.open(world, fixture, directory.path, symbols, PRICE);
    return world;
  }

  get desk(): DeployDesk {
    if (this.openedDesk === undefined) throw new Error('this world has no executor');
    return this.openedDesk;
  }

  private refuseIntents(): void {
    const decide = `UPDATE trading.order_intents SET outcome = 'rejected', outcome_reason = 'test', outcome_at = now()
      WHERE outcome IS NULL`;
    this.refusing = setInterval(() => void this.sql.rows(decide).catch(() => undefined), 50);
  }

  async close(): Promise<void> {
    clearInterval(this.refusing);
    await this.openedDesk?.close();
    await this.sql.close();
    await this.fixture.close();
    await this.postgres?.dispose();
    for (const id of this.bots) this.kill(id);
    this.directory.remove();
  }

  /** Also while the database is away: then once it is back. */
  rows<T extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    return this.sql.rows<T>(sql, values);
  }

  /** The fence of the lease that trades. */
  async fence(id: string): Promise<number> {
    const rows = await this.rows<{ fence: string }>(
      'SELECT fence FROM trading.bot_leases WHERE bot_id = $1 AND NOT shadow',
      [id],
    );
    return Number(rows[0]!.fence);
  }

  /** What a manager needs to run the bots of this world; one bar every `tickMs`. */
  environment(tickMs: number): Record<string, string> {
    const { database, nats } = this.fixture;
    return {
      PLATFORM_MANAGER__STATE_DIR: join(this.directory.path, 'state'),
      PLATFORM_MANAGER__BOT_PROGRAM: bundlePath('bot'),
      PLATFORM_MANAGER__BOT_DATABASE_URL: database.urlFor('platform_bot'),
      PLATFORM_MANAGER__BOT_NATS_CREDS: nats.credsFor('bot'),
      PLATFORM_MANAGER__DATA_SERVICE_URL: 'http://127.0.0.1:9',
      PLATFORM_MANAGER__BOT_SCRIPT: join(this.directory.path, 'script.jsonl'),
      PLATFORM_MANAGER__BOT_SCRIPT_TICK_MS: String(tickMs),
      PLATFORM_MANAGER_RECONCILE_INTERVAL_MS: '1000',
    };
  }

  releaseFolder(tag: string): string {
    return join(this.directory.path, 'state', 'releases', tag);
  }

  /** A release of the same code, unless its manifest or its program is changed. */
  release(
    tag: string,
    change: (manifest: ReleaseManifest) => ReleaseManifest = (manifest) => manifest,
    program?: string,
  ): void {
    const folder = this.releaseFolder(tag);
    mkdirSync(folder, { recursive: true });
    const bot = join(folder, 'bot.mjs');
    if (program === undefined) copyFileSync(bundlePath('bot'), bot);
    else writeFileSync(bot, program);
    symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
    const own = readFileSync(join(dirname(bundlePath('bot')), RELEASE_MANIFEST), 'utf8');
    const digest = createHash('sha256').update(readFileSync(bot)).digest('hex');
    const built = { tag, built_at: new Date().toISOString(), files: { 'bot.mjs': digest } };
    const manifest = change({ ...(JSON.parse(own) as ReleaseManifest), ...built });
    writeFileSync(join(folder, RELEASE_MANIFEST), JSON.stringify(manifest));
  }

  async runningBot(symbol: string, more: object = {}): Promise<string> {
    const { body } = await call<{ id: string }>(this.manager, 'POST', '/bots', {
      bot_name: `bot on ${symbol}`,
      strategy: 'ewmac',
      symbol,
      timeframe: '1h',
      candle_source: 'scripted',
      params: { fast: 4, slow: 12, vol_span: 10 },
      allocation: ALLOCATION,
      ...more,
    });
    this.bots.push(body.id);
    await call(this.manager, 'POST', `/bots/${body.id}/start`);
    await eventually(async () => (await this.decided(body.id, 1)) > DECIDED_BEFORE);
    return body.id;
  }

  async retire(id: string): Promise<void> {
    await call(this.manager, 'POST', `/bots/${id}/stop`);
    await eventually(async () => (await this.bot(id)).status === 'stopped');
  }

  async restart(id: string): Promise<void> {
    await this.retire(id);
    await call(this.manager, 'POST', `/bots/${id}/start`);
    await eventually(async () => (await this.bot(id)).status === 'live');
  }

  promote(id: string, body: object): Promise<Answer<Deploy>> {
    return call<Deploy>(this.manager, 'POST', `/bots/${id}/deploy/promote`, body);
  }

  abort(id: string): Promise<Answer<Deploy>> {
    return call<Deploy>(this.manager, 'POST', `/bots/${id}/deploy/abort`);
  }

  /** From the database: a manager may be away. */
  async latest(id: string): Promise<Deploy> {
    const rows = await this.rows<Deploy>(
      'SELECT * FROM ops.deploys WHERE bot_id = $1 ORDER BY created_at DESC LIMIT 1',
      [id],
    );
    return rows[0]!;
  }

  ended(id: string): Promise<Deploy> {
    return eventually(async () => {
      const deploy = await this.latest(id);
      return deploy.finished_at !== null && deploy;
    });
  }

  async bot(id: string): Promise<BotRow> {
    const rows = await this.rows<BotRow>(
      'SELECT image_tag, generation::int, active_slot, status FROM trading.bot_configs WHERE id = $1',
      [id],
    );
    return rows[0]!;
  }

  async decided(id: string, generation: number): Promise<number> {
    const rows = await this.rows<{ count: string }>(
      'SELECT count(*) FROM trading.bar_decisions WHERE bot_id = $1 AND generation = $2',
      [id, generation],
    );
    return Number(rows[0]!.count);
  }

  /** Process ids of the bot that are alive, by place. */
  living(id: string): { readonly slot: BotSlot; readonly pid: number }[] {
    return BOT_SLOTS.flatMap((slot) => {
      const name = slot === 'green' ? `${id}-green` : id;
      const file = join(this.directory.path, 'state', 'bots', `${name}.pid`);
      const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
      return isAlive(pid, id) ? [{ slot, pid }] : [];
    });
  }

  /** Without a word, in one place or in both. */
  kill(id: string, slot?: BotSlot): void {
    for (const instance of this.living(id)) {
      if (slot === undefined || instance.slot === slot) process.kill(instance.pid, 'SIGKILL');
    }
  }
}

function isAlive(pid: number, id: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(id);
  } catch {
    return false;
  }
}

/** One that can be killed without losing what was committed, and knows when that was. */
async function ownServer(): Promise<PostgresServer> {
  const server = await startPostgres({ durable: true });
  await prepareTemplate(server);
  const client = new pg.Client({ connectionString: server.adminUrl('postgres') });
  await client.connect();
  await client.query('ALTER SYSTEM SET track_commit_timestamp = on');
  await client.end();
  await server.stop();
  await server.start();
  return server;
}

/** Bars from now on: an entry on a bar that is long over would be refused. */
function writeScript(path: string): void {
  const startMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const lines: string[] = [];
  let close = PRICE;
  for (let k = 0; k < BARS; k++) {
    const open = close;
    close = PRICE * (1 + 0.01 * Math.sin(k / 20) + 0.001 * Math.sin(k * 1.7));
    const [high, low] = [Math.max(open, close) * 1.02, Math.min(open, close) * 0.98];
    const bar = { open_time: startMs + k * HOUR_MS, open, high, low, close };
    lines.push(
      JSON.stringify({ ...bar, volume: 10, quote_volume: 10 * close, trades: 1, taker_buy_volume: 5 }),
    );
  }
  writeFileSync(path, `${lines.join('\n')}\n`);
}
