/**
 * Mints bus users for browsers. The signing key is scoped: whatever is asked for, the server grants only what
 * the scope says (subscribe-only, WebSocket only, fills of the bots in the token's tags), and no longer than
 * the token lives.
 */
import { readFile } from 'node:fs/promises';
import { createUser, encodeUser, fromSeed, parseCreds } from '@nats-io/jwt';
import type { BusTokenResponse } from '@platform/contracts';
import { failure, type Secret } from '@platform/service-kit';

const TTL_SECONDS = 15 * 60;

export interface BusTokenOptions {
  readonly signingSeed: Secret | undefined;
  readonly websocketUrl: string | undefined;
  /** The manager's own creds name the account that browsers join. */
  readonly credsFile: string | undefined;
  /** Of the wall clock: the bus server goes by it. */
  nowMs(): number;
}

export class BusTokens {
  constructor(private readonly options: BusTokenOptions) {}

  async mint(actor: string, botIds: readonly string[]): Promise<BusTokenResponse> {
    const { signingSeed, websocketUrl, credsFile } = this.options;
    if (signingSeed === undefined || websocketUrl === undefined || credsFile === undefined) {
      throw failure('MANAGER_UPSTREAM_UNAVAILABLE', 'the bus is not configured for browsers');
    }
    const { aid: accountId } = await parseCreds(await readFile(credsFile));
    const expiresSecs = Math.floor(this.options.nowMs() / 1_000) + TTL_SECONDS;
    const jwt = await encodeUser(
      actor,
      createUser(),
      accountId,
      { tags: botIds.map((botId) => `bot:${botId.toLowerCase()}`) },
      {
        signer: fromSeed(new TextEncoder().encode(signingSeed.reveal())),
        scopedUser: true,
        exp: expiresSecs,
      },
    );
    return { jwt, url: websocketUrl, expiresAt: new Date(expiresSecs * 1_000).toISOString() };
  }
}
