export * from './body';
export * from './by-service';
export * from './define';
export * from './registry';
export * from './render';
