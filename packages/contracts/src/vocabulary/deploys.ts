/** Green/blue deploys: green shadows blue until it has proved equal, then they swap in one step. */

export const DEPLOY_STATES = ['pending', 'shadowing', 'swapping', 'completed', 'aborted', 'failed'] as const;
export type DeployState = (typeof DEPLOY_STATES)[number];
