/** Who may do what: a viewer reads, an operator also acts. */

export type Role = 'viewer' | 'operator';

/** The strongest role that a claim names; undefined, and so no entry, when it names none. */
export function roleOf(claim: unknown): Role | undefined {
  const names: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  if (names.includes('operator')) return 'operator';
  return names.includes('viewer') ? 'viewer' : undefined;
}
