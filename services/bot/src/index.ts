export { type AuditRecord, auditStoredBot } from './audit-stored-bot';
export { type BotConfig, loadBotConfig } from './config';
export { openapi, run } from './run';
