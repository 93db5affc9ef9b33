export * from './drawing';
export * from './overlays/registry';
export type * from './overlays/types';
export { valueFault } from './params';
export * from './registry';
export * from './signals';
export * from './types';
