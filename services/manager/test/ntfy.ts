/**
 * What ntfy makes of a message: the templates in its query, filled from its body, in as much of Go's language
 * as ours are written in. Anything else is refused, and so is what is longer than ntfy takes.
 */
const MOST_BYTES = 4_096;

/** The text as it is shown, or undefined where ntfy answers 400. */
export function shownByNtfy(query: URLSearchParams, body: string): string | undefined {
  try {
    const data: unknown = JSON.parse(body);
    const texts = ['title', 'message'].map((name) => fill(query.get(name) ?? '', data));
    return texts.some((text) => Buffer.byteLength(text) > MOST_BYTES) ? undefined : texts.join('\n');
  } catch {
    return undefined;
  }
}

function fill(template: string, data: unknown): string {
  const parts = template.split(/\{\{ (.*?) \}\}/);
  const text = fillUntilEnd(parts, data);
  if (parts.length > 0) throw new Error('an end too many');
  return text.replaceAll('\\n', '\n').trim();
}

/** Takes text and action by turns from the parts, up to the end of its own block. */
function fillUntilEnd(parts: string[], dot: unknown): string {
  let text = '';
  while (parts.length > 0) {
    text += parts.shift();
    const action = parts.shift();
    if (action === undefined || action === 'end') break;
    const [, keyword, path] = /^(range|with) (\S+)$/.exec(action) ?? [];
    text += keyword === undefined ? printed(action, dot) : block(parts, keyword, at(path!, dot));
  }
  return text;
}

function block(parts: string[], keyword: string, value: unknown): string {
  const isEmpty = value === undefined || value === '' || value === 0;
  const values = keyword === 'range' ? (value as unknown[]) : isEmpty ? [] : [value];
  const texts = values.map((each) => fillUntilEnd([...parts], each));
  parts.splice(0, parts.length, ...afterEnd(parts));
  return texts.join('');
}

function afterEnd(parts: readonly string[]): string[] {
  let depth = 1;
  for (let i = 1; i < parts.length; i += 2) {
    if (parts[i] === 'end') depth -= 1;
    else if (/^(range|with) /.test(parts[i]!)) depth += 1;
    if (depth === 0) return parts.slice(i + 1);
  }
  throw new Error('an end is missing');
}

function printed(action: string, dot: unknown): string {
  const [, most, path] = /^printf "%\.(\d+)s" (\S+)$/.exec(action) ?? [];
  const value = at(path ?? action, dot);
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`no text: ${action}`);
  return [...String(value)].slice(0, Number(most ?? Number.POSITIVE_INFINITY)).join('');
}

function at(path: string, dot: unknown): unknown {
  if (!/^(\.|(\.\w+)+)$/.test(path)) throw new Error(`not understood: ${path}`);
  return path
    .split('.')
    .filter((name) => name !== '')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], dot);
}
