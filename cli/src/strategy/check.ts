/**
 * Builds a strategy with its gauntlet, runs it in a process of its own, and compares it with its Python
 * reference.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleProgram, isInside, type OwnStrategy, sourceDigest } from '@platform/stack/own-strategies';
import { faultIn, HEAP_MIB, NEVER_SETTLED } from '@platform/stack/own-strategies-probe';
import { REPOSITORY } from '@platform/stack/repository';
import type { GauntletLine } from './gauntlet';
import { markedSource } from './marks';
import { impurities } from './purity';
import { comparePython } from './reference';

/**
 * A step of the gauntlet, and the whole reference, take about a second; a machine that is busy may take many
 * times as long.
 */
const LIMITS: CheckLimits = { stepMs: 60_000, referenceMs: 60_000 };

export interface CheckLimits {
  readonly stepMs: number;
  readonly referenceMs: number;
}

export interface CheckResult {
  readonly lines: readonly GauntletLine[];
  readonly isSound: boolean;
}

export async function checkStrategy(
  strategy: OwnStrategy,
  folder: string,
  onLine: (line: GauntletLine) => void,
  limits: Partial<CheckLimits> = {},
): Promise<CheckResult> {
  const { stepMs, referenceMs } = { ...LIMITS, ...limits };
  const lines: GauntletLine[] = [];
  const say = (line: GauntletLine) => {
    lines.push(line);
    onLine(line);
  };
  const scratch = mkdtempSync(join(tmpdir(), 'platform-strategy-'));
  try {
    const isPure = await sayPurity(strategy, say);
    const build = { strategy, folder, scratch, stepMs };
    const bundle = isPure ? await bundleOf(build, say) : undefined;
    for (const part of ['proofs', 'measures']) {
      if (bundle === undefined || !lines.every(({ ok }) => ok)) break;
      const placeless = await runBundle(build, bundle, part, say);
      if (placeless !== undefined) say(await placed(build, part, placeless));
    }
    if (lines.every(({ ok }) => ok)) say(await comparePython(strategy, scratch, referenceMs));
    if (lines.every(({ ok }) => ok))
      say({ name: 'digest', ok: true, detail: await sourceDigest(strategy.file) });
    return { lines, isSound: lines.every(({ ok }) => ok) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function sayPurity({ file }: OwnStrategy, say: (line: GauntletLine) => void): Promise<boolean> {
  const findings = await impurities(file);
  if (findings.length === 0)
    say({ name: 'purity', ok: true, detail: 'no clock, no chance, nothing outside' });
  for (const { file: name, line, message } of findings) {
    say({ name: 'purity', ok: false, detail: `${name}:${line}: ${message}` });
  }
  return findings.length === 0;
}

interface Build {
  readonly strategy: OwnStrategy;
  readonly folder: string;
  readonly scratch: string;
  readonly stepMs: number;
}

/** The same part once more with a marked copy of the strategy. */
async function placed(build: Build, part: string, { name, ok, detail }: GauntletLine): Promise<GauntletLine> {
  const nothing = () => undefined;
  const marked = await bundleOf(build, nothing, markedSource);
  const again = marked === undefined ? undefined : await runBundle(build, marked, part, nothing);
  const place = again?.name === name ? again.place : undefined;
  return { name, ok, detail: place === undefined ? detail : `${place}: ${detail}` };
}

async function bundleOf(
  { strategy: { name, file }, folder, scratch, stepMs }: Build,
  say: (line: GauntletLine) => void,
  sourceOf?: (file: string) => string,
): Promise<string | undefined> {
  const outfile = join(scratch, sourceOf === undefined ? 'gauntlet.mjs' : 'marked.mjs');
  const main = join(REPOSITORY, 'cli', 'src', 'strategy', 'gauntlet-main.ts');
  const call = [name, scratch].map((text) => JSON.stringify(text));
  // Imported under the eyes of the watchdog: its module may already throw or never come to an end.
  const contents = `import { runCheck } from ${JSON.stringify(main)};
await runCheck(${call[0]}, () => import(${JSON.stringify(file)}), ${call[1]}, ${stepMs});`;
  try {
    await bundleProgram(contents, folder, outfile, sourceOf);
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

type Said =
  | GauntletLine
  | { readonly begun: string }
  | { readonly stuck: readonly Frame[]; readonly takesAllMemory: boolean };

/** Returns what it did not say: a refusal whose place is not known. */
async function runBundle(
  { strategy, stepMs }: Build,
  bundle: string,
  part: string,
  say: (line: GauntletLine) => void,
): Promise<GauntletLine | undefined> {
  const own = dirname(realpathSync(strategy.file));
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MIB}`, '--enable-source-maps', bundle, part, own],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let begun = 'start';
  let isOver = false;
  let isKilled = false;
  let placeless: GauntletLine | undefined;
  // The watchdog comes first and knows the line; it cannot stop everything.
  const kill = () => {
    isKilled = true;
    child.kill('SIGKILL');
  };
  let deadline = setTimeout(kill, 2 * stepMs);
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => {
    complaint += text.toString('utf8');
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for await (const text of createInterface({ input: child.stdout })) {
    clearTimeout(deadline);
    deadline = setTimeout(kill, 2 * stepMs);
    const said = JSON.parse(text) as Said;
    if ('begun' in said) begun = said.begun;
    else if ('stuck' in said) {
      isOver = true;
      const fault = said.takesAllMemory ? 'takes all memory' : 'does not come to an end';
      say({ name: begun, ok: false, detail: `${fault}${placeOf(bundle, own, said.stuck)}` });
    } else {
      isOver ||= !said.ok;
      if (said.isPlaceless === true) placeless = said;
      else say(said);
    }
  }
  const code = await ended;
  clearTimeout(deadline);
  if (code === 0 || isOver) return placeless;
  const isEndless = isKilled || code === NEVER_SETTLED;
  say({ name: begun, ok: false, detail: isEndless ? 'does not come to an end' : faultIn(complaint) });
  return undefined;
}

/** The innermost frame that is the user's. */
function placeOf(bundle: string, own: string, frames: readonly Frame[]): string {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  for (const { line, column } of frames) {
    const found = map.findEntry(line - 1, column - 1) as { originalSource?: string; originalLine?: number };
    const source = found.originalSource ?? '';
    const isOwn = isInside(own, resolve(dirname(bundle), source));
    if (found.originalLine !== undefined && isOwn) return `: ${basename(source)}:${found.originalLine + 1}`;
  }
  return '';
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { flag: 'wx' });
}
