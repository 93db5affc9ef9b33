/** A service outlives its database and its bus, says so while they are away, and comes back without help. */
import { migrate, ROLES, setRolePasswords } from '@platform/db';
import type { ServiceHandle } from '@platform/service-kit';
import {
  eventually,
  type NatsServer,
  type PostgresServer,
  startPostgres,
  startTestNats,
  type TcpProxy,
  TEST_PASSWORD,
  tcpProxy,
} from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get } from './requests';
import { environmentFor, ROLE, type Subject, startSubject } from './subject';

export function faultSuite<Config>(subject: Subject<Config>): void {
  describe('faults around it', () => {
    let postgres: PostgresServer;
    let proxy: TcpProxy;
    let nats: NatsServer;
    let handle: ServiceHandle;

    beforeAll(async () => {
      [postgres, nats] = await Promise.all([startPostgres(), startTestNats()]);
      const adminUrl = postgres.adminUrl('postgres');
      await migrate({ connectionString: adminUrl, log: () => undefined });
      await setRolePasswords(adminUrl, Object.fromEntries(ROLES.map((role) => [role, TEST_PASSWORD])));
      proxy = await tcpProxy({ port: postgres.port });
      const databaseUrl = `postgresql://${ROLE[subject.service]}:${TEST_PASSWORD}@127.0.0.1:${proxy.port}/postgres`;
      const natsCreds = nats.credsFor(subject.service);
      const env = environmentFor(subject, { databaseUrl, natsUrl: nats.url, natsCreds });
      handle = await startSubject(subject, env);
      await becomes(200);
    });
    afterAll(async () => {
      await handle?.close();
      await proxy?.close();
      await nats?.dispose();
      await postgres?.dispose();
    });

    const becomes = async (status: number): Promise<void> => {
      await eventually(async () => (await get(handle.url, '/readyz')).status === status);
    };

    it('PostgreSQL stopped and started again: not ready, then ready', async () => {
      await postgres.stop();
      await becomes(503);
      const answer = (await get(handle.url, '/readyz')).json();
      expect(answer).toMatchObject({ code: 'BOOT_DEGRADED' });
      expect(answer['checks']).toContainEqual(expect.objectContaining({ name: 'database', ok: false }));
      expect((await get(handle.url, '/metrics')).text).toContain('platform_ready_check{check="database"} 0');
      await postgres.start();
      await becomes(200);
    });

    it('a black-holed database connection is noticed and replaced when the network heals', async () => {
      proxy.blackhole(true);
      await becomes(503);
      proxy.blackhole(false);
      await becomes(200);
    });

    it('NATS killed and its store wiped: not ready, then ready with the stream created again', async () => {
      await nats.wipe();
      await becomes(503);
      expect((await get(handle.url, '/readyz')).json()['checks']).toContainEqual(
        expect.objectContaining({ name: 'bus', ok: false }),
      );
      expect((await get(handle.url, '/metrics')).text).toContain('platform_ready_check{check="bus"} 0');
      await nats.start();
      await becomes(200);
      expect((await get(handle.url, '/metrics')).text).toContain('platform_ready_check{check="bus"} 1');
    });
  });
}
