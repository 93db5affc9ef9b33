/** Green/blue deploys: green shadows blue until it has proved equal, then they swap in one step. */

export const DEPLOY_STATUSES = [
  'pending',
  'shadowing',
  'swapping',
  'completed',
  'aborted',
  'failed',
] as const;
export type DeployStatus = (typeof DEPLOY_STATUSES)[number];
