export * from './bots';
export * from './datasets';
export * from './deploys';
export * from './leases';
export * from './risk';
export * from './risk-limits';
export * from './runs';
export * from './trading';
