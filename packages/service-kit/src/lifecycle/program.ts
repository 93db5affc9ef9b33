/**
 * The process around a service: configuration, exit codes and signals. Exit 0 after a clean drain, 2 for a
 * configuration fault or wrong arguments, 1 for everything else. Nothing here knows what the service does.
 */
import { writeFileSync } from 'node:fs';
import {
  internalErrorCode,
  type ServiceName,
  shutdownErrorCode,
  startupFailedCode,
} from '@platform/contracts';
import type { Result } from '@platform/core';
import type { ConfigFault, Environment } from '../config/fault';
import { ErrorLog, uncounted } from '../log/error-log';
import { createLogger } from '../log/logger';
import type { ServiceHandle } from './definition';
import { StartupError } from './startup-error';

export interface ServiceProgram<Config> {
  readonly service: ServiceName;
  readonly version: string;
  loadConfig(env: Environment): Result<Config, readonly ConfigFault[]>;
  run(config: Config): Promise<ServiceHandle>;
  /** The OpenAPI document; needs neither database nor bus. */
  openapi(): Promise<string>;
}

export async function runProgram<Config>(program: ServiceProgram<Config>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.length === 0) await serve(program);
  else if (args.length === 3 && args[0] === 'openapi' && args[1] === 'export') {
    exportOpenapi(await program.openapi(), args[2]!);
  } else {
    process.stderr.write(`usage: ${program.service} [openapi export <file|->]\n`);
    process.exitCode = 2;
  }
}

function exportOpenapi(document: string, target: string): void {
  if (target === '-') process.stdout.write(document);
  else writeFileSync(target, document);
}

async function serve<Config>(program: ServiceProgram<Config>): Promise<void> {
  const { service, version } = program;
  const errors = new ErrorLog(service, createLogger({ service, version, level: 'info' }), uncounted());
  endOnDefect(service, errors);
  const config = program.loadConfig(process.env);
  if (!config.ok) {
    reportConfig(service, errors, config.error);
    process.exit(2);
  }
  const drain = new Drain(service);
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void drain.onSignal(signal));
  try {
    drain.handle = await program.run(config.value);
    void drain.handle.exitRequested.then((exitCode) => drain.end('its own request', exitCode));
  } catch (error) {
    reportStartup(service, errors, error);
    process.exit(1);
  }
}

function reportConfig(service: ServiceName, errors: ErrorLog, faults: readonly ConfigFault[]): void {
  const codes = new Set(faults.map((fault) => fault.code ?? 'SHARED_CONFIG_INVALID'));
  for (const code of codes) errors.report(code);
  errors.report(startupFailedCode(service), { message: 'the configuration is not valid', faults });
}

function reportStartup(service: ServiceName, errors: ErrorLog, error: unknown): void {
  if (error instanceof StartupError) {
    if (error.code !== startupFailedCode(service)) errors.report(error.code, { message: error.message });
    errors.report(startupFailedCode(service), {
      message: error.message,
      faults: error.details,
      ...(error.cause === undefined ? {} : { err: error.cause }),
    });
  } else {
    errors.report(startupFailedCode(service), { err: error });
  }
}

class Drain {
  /** Absent while the service starts: then nothing is in hand and it may leave at once. */
  handle: ServiceHandle | undefined;
  private draining = false;

  constructor(private readonly service: ServiceName) {}

  async onSignal(signal: string): Promise<void> {
    if (this.handle === undefined) process.exit(0);
    if (this.draining) {
      const message = `${signal} during the drain: leaving at once`;
      this.handle.errors.report(shutdownErrorCode(this.service), { message });
      process.exit(1);
    }
    await this.end(signal, 0);
  }

  /** Drains and leaves with `exitCode`, or with 1 when the drain did not go well. */
  async end(cause: string, exitCode: number): Promise<void> {
    if (this.handle === undefined || this.draining) return;
    this.draining = true;
    const { log, errors } = this.handle;
    log.info({ cause }, 'draining');
    const faults = await this.handle.close();
    for (const { step, error } of faults) {
      errors.report(shutdownErrorCode(this.service), { step, err: error });
    }
    log.info('stopped');
    process.exit(faults.length === 0 ? exitCode : 1);
  }
}

/** A defect leaves unknown state behind: say so and let the supervisor start afresh. */
function endOnDefect(service: ServiceName, errors: ErrorLog): void {
  const end = (error: unknown): never => {
    errors.report(internalErrorCode(service), { message: 'unhandled error: the process ends', err: error });
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
