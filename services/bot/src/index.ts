export { type BotConfig, loadBotConfig } from './config';
export { openapi, run } from './run';
