import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogsResponse } from '@platform/contracts';
import type { ServiceHandle } from '@platform/service-kit';
import { type TemporaryDirectory, temporaryDirectory } from '@platform/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, ManagerFixture } from './fixture';

const BOT = '01923456-789a-7000-8000-0000000000ab';
const TRACE = '01923456-789a-7000-8000-0000000000cd';
const AT_MS = Date.parse('2026-11-17T09:00:00Z');

describe('logs through the manager', () => {
  let fixture: ManagerFixture;
  let directory: TemporaryDirectory;
  let manager: ServiceHandle;
  beforeAll(async () => {
    fixture = await ManagerFixture.open();
    directory = temporaryDirectory('logs');
    const [logs, state] = [join(directory.path, 'logs'), join(directory.path, 'state')];
    mkdirSync(logs);
    mkdirSync(join(state, 'bots'), { recursive: true });
    const line = (seconds: number, fields: object) =>
      `${JSON.stringify({ level: 'info', time: new Date(AT_MS + seconds * 1000).toISOString(), ...fields })}\n`;
    writeFileSync(join(logs, 'executor.log.1'), line(0, { msg: 'the run before', trace_id: TRACE }));
    writeFileSync(
      join(logs, 'executor.log'),
      line(1, { msg: 'placed', trace_id: TRACE, bot_id: BOT }) +
        line(2, { msg: '<b>\u001b[31mred</b>', level: 'error', code: 'EXECUTOR_INTERNAL_ERROR' }) +
        line(3, { msg: 'x'.repeat(1_000_000) }),
    );
    writeFileSync(join(state, 'bots', `${BOT}.log`), line(4, { msg: 'decided', trace_id: TRACE }));
    manager = await fixture.start({
      PLATFORM_MANAGER__LOG_DIR: logs,
      PLATFORM_MANAGER__STATE_DIR: state,
    });
  });
  afterAll(async () => {
    await fixture?.close();
    directory?.remove();
  });

  const ask = async (query: string) => await call<LogsResponse>(manager, 'GET', `/bff/logs${query}`);
  const messages = async (query: string) =>
    (await ask(query)).body.items.map(({ message }) => message.split('  ')[0]);

  it('logs are found by process, level, code, bot, trace id and time, the run before included', async () => {
    const { body } = await ask('');
    expect(body.processes).toEqual(['executor', `bot-${BOT}`]);
    expect(body.isWhole).toBe(true);
    expect(body.items).toHaveLength(5);
    expect(await messages(`?process=bot-${BOT}`)).toEqual(['decided']);
    expect((await ask('?level=error')).body.items).toMatchObject([{ code: 'EXECUTOR_INTERNAL_ERROR' }]);
    expect((await ask('?code=EXECUTOR_INTERNAL_ERROR')).body.items).toHaveLength(1);
    expect(await messages(`?bot_id=${BOT.toUpperCase()}`)).toEqual(['placed', 'decided']);
    expect(await messages(`?trace_id=${TRACE}`)).toEqual(['the run before', 'placed', 'decided']);
    expect(await messages(`?from_ms=${AT_MS + 1000}&to_ms=${AT_MS + 1000}`)).toEqual(['placed']);
    expect(await messages('?limit=1')).toEqual(['decided']);
    const { older } = (await ask('?limit=2')).body;
    expect(older).toEqual({ toMs: AT_MS + 3_000, skip: 1 });
    const before = await ask(`?limit=2&to_ms=${older!.toMs}&skip=${older!.skip}`);
    expect(before.body.items.map(({ code }) => code)).toEqual([null, 'EXECUTOR_INTERNAL_ERROR']);
    expect((await ask('?limit=5')).body.older).toBeNull();
  });

  it('logs carry nothing that a terminal obeys and no line of a megabyte', async () => {
    const answer = await fetch(`${manager.url}/bff/logs`);
    const text = await answer.text();
    expect(text.length).toBeLessThan(20_000);
    expect(text).not.toContain('\\u001b');
    expect(text).toContain('<b>\ufffd[31mred</b>');
  });

  it.each([
    ['?process=..%2F..%2Fetc%2Fpasswd', 'process'],
    ['?process=unknown', 'process'],
    ['?level=loud', 'level'],
    ['?trace_id=1', 'trace_id'],
    ['?limit=2001', 'limit'],
    ['?from_ms=-1', 'from_ms'],
    ['?to_ms=1&skip=-1', 'skip'],
  ])('a log query with %s is refused with the field to blame', async (query, field) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { field } });
  });

  it('log searches are answered for some while others wait, and refused beyond that', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(`?trace_id=${TRACE}`)));
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses.has(200)).toBe(true);
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
    expect((await ask('')).status).toBe(200);
  });

  it('logs are unavailable where the manager has no log directory', async () => {
    const without = await fixture.start();
    const { status, body } = await call(without, 'GET', '/bff/logs');
    expect([status, body.code]).toEqual([503, 'MANAGER_LOGS_UNAVAILABLE']);
    expect(body.message).toContain('PLATFORM_MANAGER__LOG_DIR');
  });
});
