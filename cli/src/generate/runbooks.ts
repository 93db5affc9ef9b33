/**
 * The runbooks as the console shows them beside an alert. One that is built differently fails instead of
 * being shown in part.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const HEADER = '/** Made by `./platform generate` from docs/runbooks. Never edited. */\n\n';
const SHAPE =
  /^# (\w+)\n\n## What it means\n\n(.+?)\n\n## Do this\n\n((?:\d+\. .+\n(?: +.+\n)*)+)\n## It is over when\n\n(.+?)\n$/s;

export async function renderRunbooks(directory: string): Promise<string> {
  const files = (await readdir(directory)).filter((file) => file !== 'README.md').sort();
  const entries = await Promise.all(
    files.map(async (file) => [
      file.replace(/\.md$/, ''),
      parseRunbook(file, await readFile(join(directory, file), 'utf8')),
    ]),
  );
  const data = JSON.stringify(Object.fromEntries(entries), null, 2);
  return `${HEADER}import type { Runbook } from './runbook';\n\nexport const runbooks: Readonly<Record<string, Runbook>> = ${data};\n`;
}

export function parseRunbook(file: string, text: string) {
  const [, , meaning, list, over] = SHAPE.exec(text) ?? [];
  if (meaning === undefined || list === undefined || over === undefined) {
    throw new Error(
      `docs/runbooks/${file} is not built as the others: what it means, do this, it is over when`,
    );
  }
  const steps = list.split(/^\d+\. /m).slice(1);
  return { meaning: oneLine(meaning), steps: steps.map(oneLine), over: oneLine(over) };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
