export * from './space';
export * from './statistics/moments';
export * from './statistics/overfitting';
export * from './statistics/sharpe';
export * from './sweep';
export * from './trial';
