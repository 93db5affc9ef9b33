export * from './env';
export * from './errors';
export * from './metrics';
export * from './routes/define';
export * from './services';
