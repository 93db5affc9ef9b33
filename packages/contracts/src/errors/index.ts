export * from './define';
export type ErrorCode = string;
