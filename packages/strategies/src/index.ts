export * from './drawing';
export * from './overlays/apply';
export type * from './overlays/types';
export * from './registry';
export * from './signals';
export * from './types';
