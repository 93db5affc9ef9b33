export * from './dump';
export * from './fault';
export * as fields from './fields';
export * from './load';
export * from './secret';
export { isStrongToken } from './token';
