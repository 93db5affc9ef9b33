/** The risk service. It holds no exchange keys. */
import { defineEnv } from './define';

export const riskEnv = defineEnv([
  {
    name: 'PLATFORM_RISK_DATABASE_URL',
    required: true,
    secret: true,
    description: 'DSN of the role platform_risk.',
  },
  {
    name: 'PLATFORM_RISK_BIND_ADDR',
    required: false,
    secret: false,
    default: '0.0.0.0:8082',
    description: 'Address and port to listen on.',
  },
  {
    name: 'PLATFORM_RISK_LOG_LEVEL',
    required: false,
    secret: false,
    default: 'info',
    description: 'trace, debug, info, warn, error or fatal.',
  },
  {
    name: 'PLATFORM_RISK_OPERATOR_TOKEN',
    required: false,
    secret: true,
    token: true,
    description: 'Operator token of the risk service; absent or empty, its guarded routes answer 503.',
  },
]);
