export * from './env';
export * from './errors';
export * from './metrics/define';
export * from './routes/define';
export * from './services';
