export { describedOperations, type JsonSchema, type Operation } from './description';
export { judge } from './judge';
export { anyOf, type FuzzRequest, type Known, noneOf, requests, tokenHeader } from './requests';
export { valid } from './values';
