/** Who may do what: a viewer reads, an operator also acts. */
import { ROLES, type Role } from '@platform/contracts';

/** The strongest role that a claim names; undefined, and so no entry, when it names none. */
export function roleOf(claim: unknown): Role | undefined {
  const names: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return ROLES.find((role) => names.includes(role));
}
