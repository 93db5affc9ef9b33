/** Builds a strategy with its gauntlet, runs it in a process of its own, and compares it with its Python reference. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleProgram, type OwnStrategy, sourceDigest } from '@platform/stack/own-strategies';
import { REPOSITORY } from '@platform/stack/repository';
import type { GauntletLine } from './gauntlet';
import { impurities } from './purity';

/** A step of the gauntlet takes well under a second; a machine that is busy may take a hundred times as long. */
const MOST_STEP_MS = 60_000;

export interface CheckResult {
  readonly lines: readonly GauntletLine[];
  readonly isSound: boolean;
}

export async function checkStrategy(
  strategy: OwnStrategy,
  folder: string,
  onLine: (line: GauntletLine) => void,
  mostStepMs = MOST_STEP_MS,
): Promise<CheckResult> {
  const lines: GauntletLine[] = [];
  const say = (line: GauntletLine) => {
    lines.push(line);
    onLine(line);
  };
  const scratch = mkdtempSync(join(tmpdir(), 'platform-strategy-'));
  try {
    const isPure = sayPurity(strategy, say);
    const bundle = isPure ? await bundleOf(strategy, folder, scratch, mostStepMs, say) : undefined;
    for (const part of ['proofs', 'measures']) {
      if (bundle !== undefined && lines.every(({ ok }) => ok)) await runBundle(bundle, part, say);
    }
    if (lines.every(({ ok }) => ok)) say(comparePython(strategy, scratch));
    if (lines.every(({ ok }) => ok))
      say({ name: 'digest', ok: true, detail: await sourceDigest(strategy.file) });
    return { lines, isSound: lines.every(({ ok }) => ok) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function sayPurity({ file }: OwnStrategy, say: (line: GauntletLine) => void): boolean {
  const findings = impurities(file);
  if (findings.length === 0)
    say({ name: 'purity', ok: true, detail: 'no clock, no chance, nothing outside' });
  for (const { file: name, line, message } of findings) {
    say({ name: 'purity', ok: false, detail: `${name}:${line}: ${message}` });
  }
  return findings.length === 0;
}

async function bundleOf(
  { name, file }: OwnStrategy,
  folder: string,
  scratch: string,
  mostStepMs: number,
  say: (line: GauntletLine) => void,
): Promise<string | undefined> {
  const outfile = join(scratch, 'gauntlet.mjs');
  const main = join(REPOSITORY, 'cli', 'src', 'strategy', 'gauntlet-main.ts');
  const call = [name, scratch].map((text) => JSON.stringify(text));
  const contents = `import strategy from ${JSON.stringify(file)};
import { runCheck } from ${JSON.stringify(main)};
runCheck(${call[0]}, strategy, ${call[1]}, ${mostStepMs});`;
  try {
    await bundleProgram(contents, folder, outfile);
    return outfile;
  } catch (error) {
    const { errors, message } = error as BundleFailure;
    const first = errors?.[0];
    const place = first?.location ? `${basename(first.location.file)}:${first.location.line}: ` : '';
    say({ name: 'build', ok: false, detail: `${place}${first?.text ?? message}` });
    return undefined;
  }
}

interface BundleFailure {
  readonly message: string;
  readonly errors?: readonly {
    readonly text: string;
    readonly location: { readonly file: string; readonly line: number } | null;
  }[];
}

interface Frame {
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

type Said = GauntletLine | { readonly begun: string } | { readonly stuck: readonly Frame[] };

async function runBundle(bundle: string, part: string, say: (line: GauntletLine) => void): Promise<void> {
  const child = spawn(process.execPath, ['--enable-source-maps', bundle, part], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let begun = 'start';
  let isOver = false;
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => {
    complaint += text.toString('utf8');
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for await (const text of createInterface({ input: child.stdout })) {
    const said = JSON.parse(text) as Said;
    if ('begun' in said) begun = said.begun;
    else if ('stuck' in said) {
      isOver = true;
      say({ name: begun, ok: false, detail: `does not come to an end${placeOf(bundle, said.stuck)}` });
    } else {
      isOver ||= !said.ok;
      say(said);
    }
  }
  const code = await ended;
  if (code === 0 || isOver) return;
  const place = /([^/\\(\s]+\.ts:\d+)/.exec(complaint)?.[1];
  const reason = /^\w*Error:.*$/m.exec(complaint)?.[0] ?? `the process ended with code ${code}`;
  say({ name: begun, ok: false, detail: `${place === undefined ? '' : `${place}: `}${reason}` });
}

/** The innermost frame that is the user's. */
function placeOf(bundle: string, frames: readonly Frame[]): string {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  for (const { line, column } of frames) {
    const found = map.findEntry(line - 1, column - 1) as { originalSource?: string; originalLine?: number };
    const source = found.originalSource ?? '';
    const isOurs = /(^|\/)(cli|packages|node_modules)\//.test(source);
    if (found.originalLine !== undefined && !isOurs) return `: ${basename(source)}:${found.originalLine + 1}`;
  }
  return '';
}

/** A strategy that is only TypeScript has no reference, and is refused: where the two differ is where a mistake is. */
function comparePython({ name, file }: OwnStrategy, scratch: string): GauntletLine {
  const reference = join(file, '..', `${name}.py`);
  if (!existsSync(reference))
    return { name: 'python', ok: false, detail: `${name}.py is missing: the reference in Python` };
  const lab = join(REPOSITORY, 'lab');
  const own = join(lab, '.venv', 'bin', 'python');
  const python = existsSync(own) ? own : 'python3';
  const args = [
    '-m',
    'platform_lab',
    'signals',
    '--file',
    reference,
    '--symbol',
    'BTCUSDT',
    '--timeframe',
    '1h',
  ];
  const run = spawnSync(python, [...args, '--csv', join(scratch, 'bars.csv')], {
    env: { ...process.env, PYTHONPATH: join(lab, 'src'), PYTHONDONTWRITEBYTECODE: '1' },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (run.error !== undefined) {
    return {
      name: 'python',
      ok: false,
      detail: `cannot be compared: ${run.error.message}; install Python 3.11 or newer`,
    };
  }
  if (run.status !== 0)
    return { name: 'python', ok: false, detail: run.stderr.trim().split('\n').at(-1) ?? '' };
  const [ours, theirs] = [readFileSync(join(scratch, 'signals'), 'utf8'), run.stdout].map((text) =>
    text.split('\n'),
  );
  const at = ours!.findIndex((line, k) => line !== theirs![k]);
  if (at < 0 && ours!.length === theirs!.length) {
    return { name: 'python', ok: true, detail: `${ours!.length - 1} signals, byte for byte` };
  }
  const place = at < 0 ? ours!.length - 1 : at;
  return {
    name: 'python',
    ok: false,
    detail: `signal ${place + 1} differs: TypeScript ${ours![place] || 'none'}, Python ${theirs![place] || 'none'}`,
  };
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { flag: 'wx' });
}
