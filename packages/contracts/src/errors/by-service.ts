/** The same situation in each service's own code, so that shared machinery never builds a code from text. */
import type { ServiceName } from '../services';
import type { ErrorCode } from './registry';

type CodeOf = Readonly<Record<ServiceName, ErrorCode>>;

const UNAUTHORIZED: CodeOf = {
  data: 'DATA_UNAUTHORIZED',
  risk: 'RISK_UNAUTHORIZED',
  manager: 'MANAGER_UNAUTHORIZED',
  bot: 'BOT_UNAUTHORIZED',
  executor: 'EXECUTOR_UNAUTHORIZED',
};

const STARTUP_FAILED: CodeOf = {
  data: 'DATA_STARTUP_FAILED',
  risk: 'RISK_STARTUP_FAILED',
  manager: 'MANAGER_STARTUP_FAILED',
  bot: 'BOT_STARTUP_FAILED',
  executor: 'EXECUTOR_STARTUP_FAILED',
};

const SHUTDOWN_ERROR: CodeOf = {
  data: 'DATA_SHUTDOWN_ERROR',
  risk: 'RISK_SHUTDOWN_ERROR',
  manager: 'MANAGER_SHUTDOWN_ERROR',
  bot: 'BOT_SHUTDOWN_ERROR',
  executor: 'EXECUTOR_SHUTDOWN_ERROR',
};

const BOOT_DEGRADED: CodeOf = {
  data: 'DATA_BOOT_DEGRADED',
  risk: 'RISK_BOOT_DEGRADED',
  manager: 'MANAGER_BOOT_DEGRADED',
  bot: 'BOT_BOOT_DEGRADED',
  executor: 'EXECUTOR_BOOT_DEGRADED',
};

/** The data service names a failed query DATA_QUERY_FAILED; both answer 500 and ask for a retry. */
const DB_TRANSIENT: CodeOf = {
  data: 'DATA_QUERY_FAILED',
  risk: 'RISK_DB_TRANSIENT',
  manager: 'MANAGER_DB_TRANSIENT',
  bot: 'BOT_DB_TRANSIENT',
  executor: 'EXECUTOR_DB_TRANSIENT',
};

const INVALID_REQUEST: CodeOf = {
  data: 'DATA_INVALID_REQUEST',
  risk: 'RISK_INVALID_REQUEST',
  manager: 'MANAGER_INVALID_REQUEST',
  bot: 'BOT_INVALID_REQUEST',
  executor: 'EXECUTOR_INVALID_REQUEST',
};

const INTERNAL_ERROR: CodeOf = {
  data: 'DATA_INTERNAL_ERROR',
  risk: 'RISK_INTERNAL_ERROR',
  manager: 'MANAGER_INTERNAL_ERROR',
  bot: 'BOT_INTERNAL_ERROR',
  executor: 'EXECUTOR_INTERNAL_ERROR',
};

const BODY_TOO_LARGE: CodeOf = {
  data: 'SHARED_BODY_TOO_LARGE',
  risk: 'SHARED_BODY_TOO_LARGE',
  manager: 'MANAGER_BODY_TOO_LARGE',
  bot: 'SHARED_BODY_TOO_LARGE',
  executor: 'SHARED_BODY_TOO_LARGE',
};

const IPC_PUBLISH_FAILED: CodeOf = {
  data: 'DATA_IPC_PUBLISH_FAILED',
  risk: 'SHARED_BUS_UNAVAILABLE',
  manager: 'MANAGER_IPC_PUBLISH_FAILED',
  bot: 'BOT_IPC_PUBLISH_FAILED',
  executor: 'EXECUTOR_IPC_PUBLISH_FAILED',
};

export const unauthorizedCode = (service: ServiceName): ErrorCode => UNAUTHORIZED[service];
export const startupFailedCode = (service: ServiceName): ErrorCode => STARTUP_FAILED[service];
export const shutdownErrorCode = (service: ServiceName): ErrorCode => SHUTDOWN_ERROR[service];
export const bootDegradedCode = (service: ServiceName): ErrorCode => BOOT_DEGRADED[service];
export const dbTransientCode = (service: ServiceName): ErrorCode => DB_TRANSIENT[service];
export const invalidRequestCode = (service: ServiceName): ErrorCode => INVALID_REQUEST[service];
export const internalErrorCode = (service: ServiceName): ErrorCode => INTERNAL_ERROR[service];
export const bodyTooLargeCode = (service: ServiceName): ErrorCode => BODY_TOO_LARGE[service];
export const ipcPublishFailedCode = (service: ServiceName): ErrorCode => IPC_PUBLISH_FAILED[service];
