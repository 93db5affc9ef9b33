export * from './connectivity';
export * from './correlation';
export * from './drawdown';
export * from './evaluate';
export * from './judge';
export * from './macro';
export * from './rule';
export * from './vpin';
