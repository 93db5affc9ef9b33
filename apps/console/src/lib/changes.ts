/** What an audit entry changed: the fields whose value before and after differ. */

export interface Change {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

type Snapshot = Readonly<Record<string, unknown>> | null;

/** Times of bookkeeping change with everything and say nothing. */
const NOISE = ['updated_at', 'generation'];

export function changesOf(before: Snapshot, after: Snapshot): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !NOISE.includes(field))
    .map((field) => ({ field, before: text(before?.[field]), after: text(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

function text(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
