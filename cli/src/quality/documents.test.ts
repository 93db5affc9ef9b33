/** A newcomer starts at README.md and follows every link; what the documents say can be typed must exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';

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

/** Every Markdown file that can be reached by links from README.md. */
function reachable(): Document[] {
  const found = new Map([['README.md', read('README.md')]]);
  for (const document of found.values()) {
    for (const link of linksOf(document)) {
      const target = link.startsWith('#') ? document.path : targetOf(document.path, link);
      if (target.endsWith('.md') && !found.has(target) && existsSync(join(REPOSITORY, target)))
        found.set(target, read(target));
    }
  }
  return [...found.values()];
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

/** What stands after `./platform` in command blocks and in code within sentences. */
function commandsOf({ text }: Document): string[] {
  const blocks = [...text.matchAll(/```\w*\n(.*?)```/gs)].flatMap(([, block]) => block!.split('\n'));
  const spans = [...text.replaceAll(/```.*?```/gs, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  return [...blocks, ...spans].flatMap((line) => line.match(/^\s*\.\/platform ([a-z].*)$/)?.[1] ?? []);
}

const documents = reachable();
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
  it('are all reached from README.md', () => {
    const reached = new Set(documents.map(({ path }) => path));
    const guides = readdirSync(join(REPOSITORY, 'docs/guides')).map((name) => `docs/guides/${name}`);
    const pages = readdirSync(join(REPOSITORY, 'docs')).filter((name) => name.endsWith('.md'));
    const missed = [...guides, ...pages.map((name) => `docs/${name}`), 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
    expect(missed.filter((path) => !reached.has(path))).toEqual([]);
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
      expect(faults).toEqual([]);
    },
  );

  it('would notice a command and an option that do not exist', () => {
    expect(faultOf('fly')).not.toBeNull();
    expect(faultOf('backtest --moon')).not.toBeNull();
    expect(faultOf('backtest --json  # prints it')).toBeNull();
  });
});
