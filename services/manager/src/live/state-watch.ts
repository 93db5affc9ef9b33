/**
 * Keeps the state channels true whatever happens to notifications. On a period where somebody follows, the
 * state is read again and sent as a snapshot if it is not the one sent last; after every new database
 * connection, whatever was sent last.
 */
import type { Task, Tasks } from '@platform/service-kit';
import { type LiveState, STATE_CHANNELS, type StateChannel } from '../store/reads/live-state';
import type { Hub } from './hub';

export class StateWatch {
  private readonly sent = new Map<StateChannel, string>();
  private readonly task: Task;

  constructor(
    private readonly state: LiveState,
    private readonly hub: Hub,
    tasks: Tasks,
    pollMs: number,
  ) {
    this.task = tasks.open({ name: 'live state', everyMs: pollMs, run: () => this.lookNow() });
  }

  start(): void {
    this.task.start();
  }

  look(): void {
    this.task.wake();
  }

  /** Something may have been missed: what was sent before is in doubt. */
  lookAfresh(): void {
    this.sent.clear();
    this.look();
  }

  close(): Promise<void> {
    return this.task.close();
  }

  private async lookNow(): Promise<void> {
    const followed = STATE_CHANNELS.filter((channel) => this.hub.hasFollowers(channel));
    await Promise.all(followed.map((channel) => this.refresh(channel)));
  }

  private async refresh(channel: StateChannel): Promise<void> {
    const payload = await this.state.read(channel);
    const text = JSON.stringify(payload);
    if (this.sent.get(channel) === text) return;
    this.sent.set(channel, text);
    this.hub.publish({ channel, type: 'snapshot', payload });
  }
}
