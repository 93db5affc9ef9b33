export * from './bot-events';
export * from './bus';
export * from './notifications';
export * from './subjects';
export * from './websocket';
