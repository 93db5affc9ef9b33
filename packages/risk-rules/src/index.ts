export * from './breakers';
