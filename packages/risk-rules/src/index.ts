export * from './breakers';
export * from './gates';
