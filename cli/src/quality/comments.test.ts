/** Comments keep to the width that the formatter keeps code to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '@platform/stack';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from './repository.fixture';

const { lineWidth } = (
  JSON.parse(readFileSync(join(REPOSITORY, 'biome.json'), 'utf8')) as { formatter: { lineWidth: number } }
).formatter;

/** What has to stand on one line: directives, addresses, rows of tables. */
const ONE_LINE = /eslint-|biome-ignore|@ts-|noqa|type: ignore|https?:\/\/|^[\s/*#]*\|/;

/** Numbers of the lines that hold nothing but a comment and are too long. */
function tooLong(path: string, text: string): number[] {
  const isPython = path.endsWith('.py');
  const found: number[] = [];
  let isBlock = false;
  text.split('\n').forEach((line, k) => {
    const plain = line.trim();
    const begins = !isPython && plain.startsWith('/*');
    const isComment = isBlock || begins || plain.startsWith(isPython ? '#' : '//');
    if (begins || isBlock) isBlock = !plain.includes('*/');
    if (isComment && [...line].length > lineWidth && !ONE_LINE.test(line)) found.push(k + 1);
  });
  return found;
}

describe('comments', () => {
  const long = 'word '.repeat(30);

  it('a comment past the width is noticed in every form, and code is not mistaken for one', () => {
    expect(tooLong('a.ts', `// ${long}\nconst a = '${long}'; // ${long}`)).toEqual([1]);
    expect(tooLong('a.css', `/**\n * short\n * ${long}\n */\n.a { content: '${long}' }`)).toEqual([3]);
    expect(tooLong('a.py', `# ${long}\nx = '${long}'`)).toEqual([1]);
    expect(tooLong('a.ts', `// biome-ignore lint: ${long}\n// https://example.org/ ${long}`)).toEqual([]);
  });

  it('comments keep to the width of code', () => {
    const files = repositoryFiles().filter(
      (path) => /\.(tsx?|[mc]ts|[mc]?js|py|css)$/.test(path) && !path.includes('.generated.'),
    );
    expect(files.length).toBeGreaterThan(1_000);
    const offences = files.flatMap((path) =>
      tooLong(path, readFileSync(join(REPOSITORY, path), 'utf8')).map((line) => `${path}:${line}`),
    );
    expect(offences).toEqual([]);
  });
});
