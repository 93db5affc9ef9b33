/** A newcomer starts at README.md and follows every link; what the documents say can be typed must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { repositoryFiles } from './repository.fixture';

interface Document {
  readonly path: string;
  readonly text: string;
}

const read = (path: string): Document => ({ path, text: readFileSync(join(REPOSITORY, path), 'utf8') });

/** Relative targets of links and pictures, outside of code. */
function linksOf({ text }: Document): string[] {
  const prose = text.replaceAll(/```.*?```/gs, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));
}

const targetOf = (from: string, link: string) => normalize(join(dirname(from), link.split('#')[0]!));

const files = repositoryFiles();
const documents = files.filter((path) => path.endsWith('.md')).map(read);

/** Every document that can be reached by links from README.md; a link to a folder shows what is in it. */
function reachable(): Set<string> {
  const found = new Set(['README.md']);
  for (const path of found) {
    const targets = linksOf(read(path)).map((link) => targetOf(path, link).replace(/\/$/, ''));
    for (const document of documents)
      if (targets.some((target) => target === document.path || target === dirname(document.path)))
        found.add(document.path);
  }
  return found;
}

/** `a/{b,c}.ts` names two files. */
function expanded(path: string): string[] {
  const [, before, choices, after] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  if (choices === undefined) return [path];
  return choices.split(',').flatMap((choice) => expanded(`${before}${choice}${after}`));
}

const TOP = [...new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]!))];
/** What a build, a run or the reader makes is not here yet. */
const NOT_OURS = /[<>*$\s…]|NNNN|^\.platform\/|^\w+:/;

/**
 * Files and folders of the repository that are named in code within sentences, whole or by how their path
 * ends.
 */
function pathsOf({ text }: Document): string[] {
  const spans = [...text.replaceAll(/```.*?```/gs, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  const isFile = (path: string) => /\/.*\.(tsx?|[mc]?js|md|sql|py|sh)$/.test(path);
  const isFolder = (path: string) => /^[\w./-]+$/.test(path) && TOP.includes(path.split('/')[0]!);
  return spans
    .filter((span) => span.includes('/') && !NOT_OURS.test(span))
    .flatMap(expanded)
    .filter((path) => isFile(path) || isFolder(path));
}

function isThere(path: string): boolean {
  const plain = path.replace(/^\.\//, '').replace(/\/$/, '');
  return files.some((file) => `/${file}`.endsWith(`/${plain}`) || file.startsWith(`${plain}/`));
}

/** As GitHub names the headings of a page. */
function anchorsOf({ text }: Document): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!);
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Lines of command blocks, and code within sentences. */
function codeOf({ text }: Document): string[] {
  const blocks = [...text.matchAll(/```\w*\n(.*?)```/gs)].flatMap(([, block]) => block!.split('\n'));
  const spans = [...text.replaceAll(/```.*?```/gs, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  return [...blocks, ...spans];
}

/** What stands after `./platform`, by itself or in `$(…)`. */
function commandsOf(document: Document): string[] {
  return codeOf(document).flatMap((line) => [
    ...(line.match(/^\s*\.\/platform ([a-z].*)$/)?.slice(1) ?? []),
    ...[...line.matchAll(/\$\(\.\/platform ([a-z][^)]*)\)/g)].map(([, command]) => command!),
  ]);
}

/** Scripts of npm and programs of the repository that are named and not there. */
function otherFaultsOf(document: Document): string[] {
  const scripts = codeOf(document).flatMap((line) => {
    const [said, script, workspace] = /^\s*npm run ([\w:-]+)(?: -w (\S+))?/.exec(line) ?? [];
    return said === undefined || scriptsOf(workspace).has(script!) ? [] : [said.trim()];
  });
  const programs = codeOf(document).flatMap((line) => line.match(/^([\w-]+\/[\w./-]+) /)?.[1] ?? []);
  return [...scripts, ...programs.filter((path) => !NOT_MADE_YET.test(path) && !files.includes(path))];
}

/** What setting up makes. */
const NOT_MADE_YET = /\/\.venv\//;

function scriptsOf(workspace: string | undefined): Set<string> {
  const manifests = files.filter((path) => path === 'package.json' || path.endsWith('/package.json'));
  const all = manifests.map((path) => ({
    path,
    ...(JSON.parse(readFileSync(join(REPOSITORY, path), 'utf8')) as { name: string; scripts?: object }),
  }));
  const asked = all.find(({ path, name }) =>
    workspace === undefined ? path === 'package.json' : name === workspace,
  );
  return new Set(Object.keys(asked?.scripts ?? {}));
}

const program = new Command('platform').option('--help');

beforeAll(async () => {
  const folder = new URL('../commands/', import.meta.url);
  for (const name of readdirSync(folder).filter((file) => !file.includes('.test.'))) {
    const module = (await import(new URL(name, folder).href)) as Record<string, (program: Command) => void>;
    for (const register of Object.values(module)) register(program);
  }
});

/** Null when the program knows the command and every option in it. */
function faultOf(line: string): string | null {
  let command = program;
  const words = line.replace(/\s#.*$/, '').split(/[\s|>]+/);
  while (words.length > 0) {
    const next = command.commands.find((one) => one.name() === words[0]);
    if (next === undefined) break;
    command = next;
    words.shift();
  }
  if (command === program) return `no command ${words[0]}`;
  const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.split('=')[0]!);
  const unknown = options.filter((option) => !command.options.some(({ long }) => long === option));
  return unknown.length === 0 ? null : `${command.name()} has no ${unknown.join(', ')}`;
}

describe('the documents', () => {
  it('the documents are all reached from README.md', () => {
    const reached = reachable();
    expect(documents.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });

  it.each(documents.map((document) => [document.path, document] as const))(
    '%s links only to what is there',
    (_, document) => {
      const dead = linksOf(document).filter((link) => {
        const target = link.startsWith('#') ? document.path : targetOf(document.path, link);
        if (!existsSync(join(REPOSITORY, target))) return true;
        const anchor = link.split('#')[1];
        return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).has(anchor);
      });
      expect(dead).toEqual([]);
    },
  );

  it.each(documents.map((document) => [document.path, document] as const))(
    '%s names only commands that exist',
    (_, document) => {
      const faults = commandsOf(document).flatMap((line) => {
        const fault = faultOf(line);
        return fault === null ? [] : [`./platform ${line}: ${fault}`];
      });
      expect([...faults, ...otherFaultsOf(document)]).toEqual([]);
    },
  );

  it.each(documents.map((document) => [document.path, document] as const))(
    '%s names only files that exist',
    (_, document) => {
      expect(pathsOf(document).filter((path) => !isThere(path))).toEqual([]);
    },
  );

  it('a file and a folder that do not exist are noticed in a document, and what is not ours is left', () => {
    const named = (text: string) => pathsOf({ path: 'x.md', text }).filter((path) => !isThere(path));
    expect(named('`stack/src/nats/fetch.ts`, `cli/nowhere/` and `lifecycle/{task,loop}.ts`')).toEqual([
      'stack/src/nats/fetch.ts',
      'cli/nowhere/',
      'lifecycle/loop.ts',
    ]);
    expect(named('`lifecycle/task.ts`, `.platform/secrets.json`, `db/migrations/NNNN_name.sql`')).toEqual([]);
  });

  it('a command and an option that do not exist are noticed in a document', () => {
    const named = (text: string) => ({ path: 'x.md', text });
    expect(commandsOf(named('`eval "$(./platform env)"` and\n```\n./platform fly\n```'))).toEqual([
      'fly',
      'env',
    ]);
    expect(otherFaultsOf(named('```\nlab/fly now\nlab/setup now\nlab/.venv/bin/python x\n```'))).toEqual([
      'lab/fly',
    ]);
    expect(
      otherFaultsOf(named('`npm run fly -w @platform/console -- x`, `npm run dev -w @platform/console`')),
    ).toEqual(['npm run fly -w @platform/console']);
    expect(faultOf('fly')).not.toBeNull();
    expect(faultOf('backtest --moon')).not.toBeNull();
    expect(faultOf('backtest --json  # prints it')).toBeNull();
  });
});
