/**
 * Listen keys: one per account, shared by every client that asks, valid for a while after each keep-alive. A
 * key can die loudly (an event) or silently (the stream stays open and mute). Time is monotonic milliseconds.
 */
import { hashText, mix } from './random';

interface ListenKey {
  readonly key: string;
  readonly account: string;
  expiresAtMs: number;
}

export class ListenKeys {
  private readonly byKey = new Map<string, ListenKey>();
  private issued = 0;

  constructor(
    private readonly seed: number,
    private readonly lifetimeMs: number,
  ) {}

  /** The account's active key, its life extended, or a new one. */
  issue(account: string, nowMs: number): string {
    let entry = this.activeOf(account, nowMs);
    if (entry === undefined) {
      entry = { key: this.newKey(account), account, expiresAtMs: 0 };
      this.byKey.set(entry.key, entry);
    }
    entry.expiresAtMs = nowMs + this.lifetimeMs;
    return entry.key;
  }

  close(account: string, nowMs: number): string | undefined {
    const entry = this.activeOf(account, nowMs);
    if (entry !== undefined) this.byKey.delete(entry.key);
    return entry?.key;
  }

  accountOf(key: string, nowMs: number): string | undefined {
    const entry = this.byKey.get(key);
    return entry !== undefined && entry.expiresAtMs > nowMs ? entry.account : undefined;
  }

  activeKey(account: string, nowMs: number): string | undefined {
    return this.activeOf(account, nowMs)?.key;
  }

  /** Keys whose time has run out, removed. */
  takeExpired(nowMs: number): { readonly key: string; readonly account: string }[] {
    const expired = [...this.byKey.values()].filter((entry) => entry.expiresAtMs <= nowMs);
    for (const entry of expired) this.byKey.delete(entry.key);
    return expired;
  }

  private activeOf(account: string, nowMs: number): ListenKey | undefined {
    for (const entry of this.byKey.values()) {
      if (entry.account === account && entry.expiresAtMs > nowMs) return entry;
    }
    return undefined;
  }

  private newKey(account: string): string {
    let hash = mix(hashText(this.seed, account), ++this.issued);
    let key = '';
    while (key.length < 64) {
      hash = mix(hash, key.length);
      key += hash.toString(36).padStart(7, '0');
    }
    return key.slice(0, 64);
  }
}
