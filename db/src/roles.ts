/** The database roles: one per service, and the lab's. */
export const ROLES = [
  'platform_bot',
  'platform_manager',
  'platform_risk',
  'platform_executor',
  'platform_data_writer',
  'platform_lab_reader',
] as const;
export type RoleName = (typeof ROLES)[number];

export function isRoleName(text: string): text is RoleName {
  return (ROLES as readonly string[]).includes(text);
}
