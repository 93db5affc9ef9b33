export * from './clock';
export * from './ids';
export * from './result';
export * from './series';
export * from './timeframe';
