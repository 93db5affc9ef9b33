/** The manager. It holds no trading keys; towards other services it uses forward tokens of its own. */
import { defineEnv } from './define';

export const managerEnv = defineEnv([
  {
    name: 'PLATFORM_MANAGER__DATABASE_URL',
    required: true,
    secret: true,
    description: 'DSN of the role platform_manager.',
  },
  {
    name: 'PLATFORM_MANAGER__BIND_ADDR',
    required: false,
    secret: false,
    default: '0.0.0.0:8083',
    aliases: ['PLATFORM_MANAGER_BIND_ADDR'],
    description: 'Address and port to listen on.',
  },
  {
    name: 'PLATFORM_MANAGER_LOG_LEVEL',
    required: false,
    secret: false,
    default: 'info',
    description: 'trace, debug, info, warn, error or fatal.',
  },
  {
    name: 'PLATFORM_MANAGER_OPERATOR_TOKEN',
    required: false,
    secret: true,
    description: 'Operator token of the manager; absent or empty, its guarded routes answer 503.',
  },
  {
    name: 'PLATFORM_MANAGER__RISK_SERVICE_URL',
    required: false,
    secret: false,
    description: 'Base URL of the risk service; unset, its proxies answer 503.',
  },
  {
    name: 'PLATFORM_MANAGER__DATA_SERVICE_URL',
    required: false,
    secret: false,
    description: 'Base URL of the data service; unset, its proxies answer 503.',
  },
  {
    name: 'PLATFORM_MANAGER__EXECUTOR_SERVICE_URL',
    required: false,
    secret: false,
    description: 'Base URL of the executor; unset, its proxies answer 503.',
  },
  {
    name: 'PLATFORM_MANAGER__PLATFORM_RISK_OPERATOR_TOKEN',
    required: false,
    secret: true,
    description: 'Forward token: the risk operator token, for proxied commands.',
  },
  {
    name: 'PLATFORM_MANAGER__PLATFORM_EXECUTOR_OPERATOR_TOKEN',
    required: false,
    secret: true,
    description: 'Forward token: the executor operator token, for proxied commands.',
  },
  {
    name: 'PLATFORM_MANAGER__PLATFORM_ALERTMANAGER_URL',
    required: false,
    secret: false,
    description: 'Alert manager behind /bff/alerts/firing; unset, it answers 503.',
  },
  {
    name: 'PLATFORM_MANAGER__PLATFORM_PROMETHEUS_URL',
    required: false,
    secret: false,
    description: 'Metrics server behind metrics-summary; unset, it answers 503.',
  },
  {
    name: 'PLATFORM_MANAGER__BUS_SIGNING_SEED',
    required: false,
    secret: true,
    description: 'Seed of the NATS account signing key that mints browser users.',
  },
  {
    name: 'PLATFORM_MANAGER__BUS_WS_URL',
    required: false,
    secret: false,
    description: 'WebSocket URL of NATS as browsers reach it.',
  },
  {
    name: 'PLATFORM_MANAGER__STATE_DIR',
    required: false,
    secret: false,
    description:
      'Directory for cached bars, bot processes and service discovery; unset, it does without them.',
  },
  {
    name: 'PLATFORM_MANAGER_DOCKER_SOCKET_PATH',
    required: false,
    secret: false,
    description: 'Socket of the container runtime proxy; never the raw runtime socket.',
  },
  {
    name: 'DOCKER_SOCKET_PROXY_URL',
    required: false,
    secret: false,
    description: 'URL of the container runtime proxy.',
  },
  {
    name: 'PLATFORM_MANAGER_RECONCILE_INTERVAL_MS',
    required: false,
    secret: false,
    default: '5000',
    description: 'Pause between reconcile passes; values below 1000 are raised to it.',
  },
  {
    name: 'PLATFORM_MANAGER_MAX_RECONCILE_FAILURES',
    required: false,
    secret: false,
    default: '5',
    description: 'Failed starts within the window after which a bot is quarantined.',
  },
  {
    name: 'PLATFORM_MANAGER_RECONCILE_FAILURE_WINDOW_SECS',
    required: false,
    secret: false,
    default: '300',
    description: 'The window in which failed starts are counted.',
  },
  {
    name: 'PLATFORM_MANAGER_WARMUP_GRACE_SECS',
    required: false,
    secret: false,
    default: '60',
    description: 'How long a started bot may take to report its warm-up.',
  },
]);
