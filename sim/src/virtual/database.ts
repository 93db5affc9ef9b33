/**
 * The way of a life to the tables, and what PostgreSQL keeps beside them: notifications and the session that
 * holds the account.
 */
import type { Access, LockSession } from '@platform/executor/core';
import type { LostStatement } from '../history/history';
import type { Draws } from '../schedule/random';
import type { Life } from './life';
import type { VirtualLink } from './link';
import type { Scheduler } from './scheduler';

const QUERY_TIMEOUT_MS = 10_000;
const SILENCE_ENDS_SESSION_MS = 20_000;
/** Until the connection that listens has noticed and connected again. */
const LISTENS_AGAIN_MS = [250, 2_000] as const;

export type Channel = 'halt' | 'intents' | 'commands' | 'outbox';

/** Of each notification, how likely it is lost, late or repeated; late ones are overtaken. */
const NEWS_FAULT = 0.05;
const NEWS_LATE_MS = 2_000;
const REACH_AGAIN_MS = 500;

interface Holder {
  readonly session: object;
  heardMs: number;
  /** Its session ends after so much silence. */
  readonly silentMs: number;
}

/** What one process alone may do: hold the account, judge the breakers. */
type Held = 'account' | 'evaluator';

export class VirtualPostgres {
  readonly lostStatements: LostStatement[] = [];
  private isDown = false;
  private lossRate: number;
  private readonly holders = new Map<Held, Holder>();
  private readonly listeners = new Set<(channel: Channel) => void>();

  constructor(
    private readonly scheduler: Scheduler,
    readonly link: VirtualLink,
    private readonly draws: Draws,
    private readonly losses: Draws,
    lossRate: number,
    private readonly wallMs: () => number,
  ) {
    this.lossRate = lossRate;
    // A lock is held by a connection.
    link.onReset(() => this.holders.clear());
  }

  get isAnswering(): boolean {
    return !this.isDown && !this.link.isSwallowing;
  }

  heal(): void {
    this.lossRate = 0;
  }

  async restart(forMs: number): Promise<void> {
    this.isDown = true;
    this.link.reset();
    await this.scheduler.sleep(forMs);
    this.isDown = false;
    this.link.reset();
  }

  /** Notifies every life that listens, unless the message is lost on the way. */
  notify(channel: Channel): void {
    for (const tell of this.listeners) tell(channel);
  }

  listen(life: Life, onNews: (channel: Channel | 'gap') => void): void {
    let isConnected = true;
    const tell = (channel: Channel) => {
      if (!isConnected || !this.isAnswering || this.draws.isLucky(NEWS_FAULT)) return;
      const times = this.draws.isLucky(NEWS_FAULT) ? 2 : 1;
      for (let time = 0; time < times; time += 1) {
        const lateMs = this.draws.isLucky(NEWS_FAULT) ? this.draws.whole(0, NEWS_LATE_MS) : 0;
        life.reach(this.link.delayMs() + lateMs, () => {
          if (isConnected && this.isAnswering) onNews(channel);
        });
      }
    };
    const again = () => {
      isConnected = false;
      life.reach(this.draws.whole(...LISTENS_AGAIN_MS), () => {
        if (!this.isAnswering) return;
        isConnected = true;
        onNews('gap');
      });
    };
    this.listeners.add(tell);
    const stop = this.link.onWhole(again);
    life.atEnd(() => {
      stop();
      this.listeners.delete(tell);
    });
    life.reach(this.link.delayMs(), () => onNews('gap'));
  }

  /** As a service waits for its database when it starts. */
  async untilReached(life: Life, access: Access): Promise<void> {
    for (;;) {
      try {
        return await access('connect', () => undefined);
      } catch {
        await life.wait(REACH_AGAIN_MS);
      }
    }
  }

  /** `onDone` is called when a statement has done its work, before its caller learns of it. */
  accessFor(life: Life, onDone: (statement: string) => void, timeoutMs = QUERY_TIMEOUT_MS): Access {
    const { link, scheduler } = this;
    return (statement, run) =>
      new Promise((resolve, reject) => {
        let isSettled = false;
        const settle = (how: () => void) => {
          if (isSettled) return;
          isSettled = true;
          stopListening();
          cancelTimeout();
          how();
        };
        const lost = (message: string, code: string) =>
          settle(() => reject(Object.assign(new Error(message), { code })));
        const stopListening = link.onReset(() => life.reach(0, () => lost('read ECONNRESET', 'ECONNRESET')));
        const cancelTimeout = life.reach(timeoutMs, () => lost('Query read timeout', ''));
        if (link.isSwallowing) return;
        const loss = this.lossOf(statement);
        scheduler.after(link.delayMs(), () => {
          if (life.isOver || isSettled || link.isSwallowing) return;
          if (this.isDown) {
            life.reach(0, () => lost('connect ECONNREFUSED', 'ECONNREFUSED'));
            return;
          }
          if (loss === 'statement') {
            life.reach(0, () => lost('read ECONNRESET', 'ECONNRESET'));
            return;
          }
          let answer: () => void;
          try {
            const value = run();
            answer = () => resolve(value);
          } catch (error) {
            answer = () => reject(error as Error);
          }
          onDone(statement);
          life.reach(link.delayMs(), () => {
            if (loss === 'answer') lost('read ECONNRESET', 'ECONNRESET');
            else if (!link.isSwallowing) settle(answer);
          });
        });
      });
  }

  /** A connection of its own ends before a statement has done its work, or after. */
  private lossOf(statement: string): 'statement' | 'answer' | undefined {
    if (!this.losses.isLucky(this.lossRate)) return undefined;
    this.lostStatements.push({ statement, atMs: this.wallMs() });
    return this.losses.pick(['statement', 'answer'] as const);
  }

  lockSession(
    life: Life,
    access: Access,
    held: Held = 'account',
    silentMs: () => number = () => SILENCE_ENDS_SESSION_MS,
  ): LockSession {
    const session = {};
    const holderNow = () => this.holders.get(held);
    const isMine = () => holderNow()?.session === session;
    const release = () => {
      if (isMine()) this.holders.delete(held);
    };
    life.atEnd(release);
    return {
      take: () =>
        access(`${held}.take`, () => {
          const { nowMs } = this.scheduler;
          const holder = holderNow();
          const isFree = holder === undefined || nowMs - holder.heardMs > holder.silentMs || isMine();
          if (isFree) this.holders.set(held, { session, heardMs: nowMs, silentMs: silentMs() });
          return isFree;
        }),
      renew: () =>
        access(`${held}.renew`, () => {
          if (!isMine()) throw Object.assign(new Error('the session is gone'), { code: '57P05' });
          this.holders.set(held, { session, heardMs: this.scheduler.nowMs, silentMs: silentMs() });
        }),
      // A server that cannot be reached does not hear it, and ends the session when it has been silent for
      // long enough.
      end: () => {
        if (this.isAnswering) release();
      },
    };
  }
}
