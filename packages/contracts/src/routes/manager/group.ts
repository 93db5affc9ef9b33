/** What all routes of the manager have in common. */
export const MANAGER = { invalid: 'MANAGER_INVALID_REQUEST', unauthorized: 'MANAGER_UNAUTHORIZED' } as const;
