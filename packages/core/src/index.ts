export * from './aggregate';
export * from './clock';
export * from './digest';
export * from './ids';
export * from './result';
export * from './series';
export * from './timeframe';
