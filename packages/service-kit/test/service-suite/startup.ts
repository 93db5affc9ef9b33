/** When a service refuses to start, and that it says why. */
import { StartupError } from '@platform/service-kit';
import { createTestDatabase, eventually, type TestDatabase, tcpProxy } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asAdmin, type Environs } from './environs';
import { get } from './requests';
import { DATABASE_VARIABLE, ROLE, type Subject, startSubject } from './subject';

export function startupSuite<Config>(subject: Subject<Config>, environs: Environs): void {
  const { service } = subject;
  const role = ROLE[service];

  it('starts without NATS, says so on /readyz, and keeps trying', async () => {
    const proxy = await tcpProxy({ port: environs.nats().port });
    proxy.blackhole(true);
    const env = { ...environs.environment(), PLATFORM_BUS_NATS_URL: `nats://127.0.0.1:${proxy.port}` };
    const handle = await startSubject(subject, env);
    try {
      expect((await get(handle.url, '/readyz')).json()).toMatchObject({ code: 'BOOT_DEGRADED' });
      proxy.blackhole(false);
      await eventually(async () => (await get(handle.url, '/readyz')).status === 200);
    } finally {
      await handle.close();
      await proxy.close();
    }
  });

  describe('the role probe', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(async () => {
      await database?.drop();
    });

    const refusal = async (url: string): Promise<StartupError> => {
      const env = { ...environs.environment(), [DATABASE_VARIABLE[service]]: url };
      try {
        const handle = await startSubject(subject, env);
        await handle.close();
      } catch (error) {
        if (error instanceof StartupError) return error;
        throw error;
      }
      throw new Error('it started');
    };

    it('refuses a privilege too many', async () => {
      await asAdmin(database, `GRANT DELETE ON risk.risk_audit_log TO ${role}`);
      const error = await refusal(database.urlFor(role));
      expect(error.details).toEqual(['excess: DELETE on risk.risk_audit_log']);
      await asAdmin(database, `REVOKE DELETE ON risk.risk_audit_log FROM ${role}`);
    });

    it('refuses a grant too few', async () => {
      await asAdmin(database, `REVOKE SELECT ON ops.consumer_cursors FROM ${role}`);
      const error = await refusal(database.urlFor(role));
      expect(error.code).toBe('SHARED_ROLE_PROBE_FAILED');
      expect(error.details).toEqual(['missing: SELECT on ops.consumer_cursors']);
      await asAdmin(database, `GRANT SELECT ON ops.consumer_cursors TO ${role}`);
    });

    it("refuses another service's role", async () => {
      const other = service === 'risk' ? 'platform_executor' : 'platform_risk';
      const error = await refusal(database.urlFor(other));
      expect(error.details).toEqual([`connected as ${other} instead of ${role}`]);
    });

    it('refuses a wrong password without printing it', async () => {
      const url = new URL(database.urlFor(role));
      url.password = 'wr0ng-c4nary';
      const error = await refusal(url.href);
      expect(`${error.message} ${String(error.cause)}`).not.toContain('wr0ng-c4nary');
    });
  });
}
