/** The reference in Python over the bars of the gauntlet: it must signal the same bytes. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnStrategy } from '@platform/stack/own-strategies';
import { REPOSITORY } from '@platform/stack/repository';
import type { GauntletLine } from './gauntlet';

/** What is left of an interpreter that was asked where it stands. */
const LAST_WORDS_MS = 10_000;

/**
 * A strategy that is only TypeScript has no reference, and is refused: where the two differ is where a
 * mistake is.
 */
export async function comparePython(
  { name, file }: OwnStrategy,
  scratch: string,
  mostMs: number,
): Promise<GauntletLine> {
  const refused = (detail: string): GauntletLine => ({ name: 'python', ok: false, detail });
  const reference = join(file, '..', `${name}.py`);
  if (!existsSync(reference)) return refused(`${name}.py is missing: the reference in Python`);
  const run = await runReference(reference, join(scratch, 'bars.csv'), mostMs);
  if (run.error !== undefined)
    return refused(`cannot be compared: ${run.error.message}; install Python 3.11 or newer`);
  if (run.isLate) {
    const line = new RegExp(`/${name}\\.py", line (\\d+)`).exec(run.complaint)?.[1];
    return refused(`does not come to an end${line === undefined ? '' : `: ${name}.py:${line}`}`);
  }
  if (run.code !== 0) return refused(run.complaint.trim().split('\n').at(-1) ?? '');
  const [ours, theirs] = [readFileSync(join(scratch, 'signals'), 'utf8'), run.output].map((text) =>
    text.split('\n'),
  );
  const at = ours!.findIndex((line, k) => line !== theirs![k]);
  if (at < 0 && ours!.length === theirs!.length) {
    return { name: 'python', ok: true, detail: `${ours!.length - 1} signals, byte for byte` };
  }
  const place = at < 0 ? ours!.length - 1 : at;
  return refused(
    `signal ${place + 1} differs: TypeScript ${ours![place] || 'none'}, Python ${theirs![place] || 'none'}`,
  );
}

interface Ended {
  readonly error?: Error;
  readonly code: number | null;
  readonly isLate: boolean;
  readonly output: string;
  readonly complaint: string;
}

function runReference(reference: string, bars: string, mostMs: number): Promise<Ended> {
  const lab = join(REPOSITORY, 'lab');
  const own = join(lab, '.venv', 'bin', 'python');
  const market = ['--symbol', 'BTCUSDT', '--timeframe', '1h', '--csv', bars];
  // Aborted, it says where it stands.
  const args = ['-X', 'faulthandler', '-m', 'platform_lab', 'signals', '--file', reference, ...market];
  const child = spawn(existsSync(own) ? own : 'python3', args, {
    env: { ...process.env, PYTHONPATH: join(lab, 'src'), PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let isLate = false;
  const written = { output: '', complaint: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.complaint += text;
  });
  const timers = [
    setTimeout(() => {
      isLate = true;
      child.kill('SIGABRT');
    }, mostMs),
    setTimeout(() => child.kill('SIGKILL'), mostMs + LAST_WORDS_MS),
  ];
  return new Promise((resolve) => {
    const end = (code: number | null, error?: Error) => {
      for (const timer of timers) clearTimeout(timer);
      resolve({ code, isLate, ...written, ...(error !== undefined && { error }) });
    };
    child.once('error', (error) => end(null, error));
    child.once('close', (code) => end(code));
  });
}
