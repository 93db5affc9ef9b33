/**
 * Keeps the state channels true whatever happens to notifications. On a period where somebody follows, the state is read again and
 * sent as a snapshot if it is not the one sent last; after every new database connection, whatever was sent last.
 */
import type { ErrorLog } from '@platform/service-kit';
import { type LiveState, STATE_CHANNELS, type StateChannel } from '../store/live-state';
import type { Hub } from './hub';

export class StateWatch {
  readonly #sent = new Map<StateChannel, string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(
    private readonly state: LiveState,
    private readonly hub: Hub,
    private readonly errors: ErrorLog,
    private readonly pollMs: number,
  ) {}

  start(): void {
    this.#timer = setInterval(
      this.errors.guard('live state', () => this.look()),
      this.pollMs,
    );
  }

  look(): void {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Something may have been missed: nobody is sure of what was sent before. */
  lookAfresh(): void {
    this.#sent.clear();
    this.look();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    try {
      const followed = STATE_CHANNELS.filter((channel) => this.hub.hasFollowers(channel));
      await Promise.all(followed.map((channel) => this.#refresh(channel)));
    } catch (error) {
      this.errors.report('MANAGER_DB_TRANSIENT', { message: 'the live state could not be read', err: error });
    }
  }

  async #refresh(channel: StateChannel): Promise<void> {
    const payload = await this.state.read(channel);
    const text = JSON.stringify(payload);
    if (this.#sent.get(channel) === text) return;
    this.#sent.set(channel, text);
    this.hub.publish({ channel, type: 'snapshot', payload });
  }
}
