/** The service as the operating system sees it: exit codes, signals, and what it prints. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bundlePath } from '@platform/stack';
import { ServiceEnded, spawnService, TEST_PASSWORD } from '@platform/testkit';
import { describe, expect, it } from 'vitest';
import type { Environs } from './environs';
import { call, get, tokenHeaders } from './requests';
import { DATABASE_VARIABLE, guardedRoutes, logLevelVariable, routesOf, type Subject, TOKEN } from './subject';

const run = promisify(execFile);

const CANARY = 'c4nary-that-must-not-be-printed';

export function processSuite<Config>(subject: Subject<Config>, environs: Environs): void {
  const { service } = subject;
  const code = service.toUpperCase();

  describe('the process', () => {
    const ended = async (env: Record<string, string>): Promise<ServiceEnded> => {
      try {
        const running = await spawnService(service, env);
        await running.end('SIGKILL');
      } catch (error) {
        if (error instanceof ServiceEnded) return error;
        throw error;
      }
      throw new Error('it started');
    };

    it('drains and exits 0 on SIGTERM, having printed no secret', async () => {
      const env = { ...environs.environment(), [logLevelVariable(service)]: 'trace' };
      const running = await spawnService(service, env);
      for (const path of ['/healthz', '/readyz', '/config', '/metrics', '/nothing'])
        await get(running.url, path);
      for (const route of routesOf(service)) {
        await call(running.url, route, tokenHeaders(route, CANARY));
        await call(running.url, route, tokenHeaders(route));
      }
      expect(await running.end('SIGTERM')).toBe(0);
      const output = running.output();
      expect(output).toContain('"msg":"stopped"');
      for (const secret of [TEST_PASSWORD, TOKEN, CANARY]) expect(output).not.toContain(secret);
      if (guardedRoutes(service).length > 0) {
        expect(output).toMatch(new RegExp(`"level":"warn"[^\\n]*"code":"${code}_UNAUTHORIZED"`));
      }
    });

    it('exits 2 on configuration faults and lists all of them at once, without their values', async () => {
      const { exitCode, output } = await ended({
        ...environs.environment(),
        [DATABASE_VARIABLE[service]]: `mysql://${CANARY}`,
        PLATFORM_BUS_NATS_URL: '',
        [logLevelVariable(service)]: 'loud',
        [`PLATFORM_${code}_NO_SUCH_THING`]: CANARY,
      });
      expect(exitCode).toBe(2);
      const faults = [DATABASE_VARIABLE[service], 'PLATFORM_BUS_NATS_URL', logLevelVariable(service)];
      for (const name of [...faults, `PLATFORM_${code}_NO_SUCH_THING`]) expect(output).toContain(name);
      expect(output).toContain(`"code":"${code}_STARTUP_FAILED"`);
      expect(output).not.toContain(CANARY);
    });

    it('exports its OpenAPI document without a configuration, a database or a bus', async () => {
      const { stdout } = await run(process.execPath, [bundlePath(service), 'openapi', 'export', '-'], {
        env: {},
        maxBuffer: 64 * 1024 * 1024,
      });
      const document = JSON.parse(stdout);
      expect(document.info.version).toBe(subject.version);
      expect(Object.keys(document.paths)).toContain('/healthz');
    });

    it('exits 1 when the database refuses it', async () => {
      const env = environs.environment();
      const url = new URL(env[DATABASE_VARIABLE[service]]!);
      url.password = CANARY;
      const { exitCode, output } = await ended({ ...env, [DATABASE_VARIABLE[service]]: url.href });
      expect(exitCode).toBe(1);
      expect(output).toContain(`"code":"${code}_STARTUP_FAILED"`);
      expect(output).not.toContain(CANARY);
    });
  });
}
