export { loadManagerConfig, type ManagerConfig } from './config';
export { openapi, run } from './run';
export { DeployStore } from './store/deploys';
export { type CertifiedRun, type Verification, verifyStoredRun } from './verify-stored-run';
