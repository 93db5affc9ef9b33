/**
 * The background tasks of a service, for /healthz and the metrics: a task that is dead makes the service
 * unhealthy, by name.
 */
import { dbTransientCode, internalErrorCode, type ServiceName, type TaskStatus } from '@platform/contracts';
import { isTransientDbError } from '../db/errors';
import type { Health } from '../health/health';
import type { ErrorLog } from '../log/error-log';
import { Task, type TaskOptions } from './task';
import type { Time } from './time';

export interface TasksParts {
  readonly service: ServiceName;
  readonly time: Time;
  readonly errors: Pick<ErrorLog, 'report'>;
  /** A run has ended. */
  onRun(task: string, durationMs: number, outcome: 'ok' | 'failed'): void;
}

export class Tasks {
  private readonly openTasks = new Set<Task>();

  constructor(private readonly parts: TasksParts) {}

  /** Nothing runs before it is started. */
  open(options: TaskOptions): Task {
    const task: Task = new Task(options, {
      time: this.parts.time,
      report: (name, error) => this.report(name, error),
      onRun: (name, durationMs, outcome) => this.parts.onRun(name, durationMs, outcome),
      onClosed: () => this.openTasks.delete(task),
    });
    this.openTasks.add(task);
    return task;
  }

  showIn(health: Health): void {
    health.addFatal(internalErrorCode(this.parts.service), () => this.dead());
    health.addDetail('tasks', () => this.status());
  }

  status(): TaskStatus[] {
    return [...this.openTasks].map((task) => task.status());
  }

  /** Which tasks are dead; null when none is. */
  dead(): string | null {
    const names = [...this.openTasks].filter((task) => task.isDead()).map(({ name }) => name);
    return names.length === 0 ? null : `background tasks that do not run any more: ${names.join(', ')}`;
  }

  private report(task: string, err: unknown): void {
    const { service, errors } = this.parts;
    const code = isTransientDbError(err) ? dbTransientCode(service) : internalErrorCode(service);
    errors.report(code, { message: `${task} failed`, task, err });
  }
}
