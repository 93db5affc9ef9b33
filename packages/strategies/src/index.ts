export * from './registry';
export * from './signals';
export * from './types';
