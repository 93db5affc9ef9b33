/** What a person may do: an operator acts, a viewer looks. The strongest comes first. */
export const ROLES = ['operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
