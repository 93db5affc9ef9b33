/** The console. Nothing secret may carry the browser-public prefix NEXT_PUBLIC_. */
import { defineEnv } from './define';

export const consoleEnv = defineEnv([
  {
    name: 'NEXT_PUBLIC_PLATFORM_MANAGER_URL',
    required: false,
    secret: false,
    description: 'Manager as browsers reach it.',
  },
  {
    name: 'NEXT_PUBLIC_PLATFORM_DATA_URL',
    required: false,
    secret: false,
    description: 'Data service as browsers reach it.',
  },
  {
    name: 'NEXT_PUBLIC_PLATFORM_RISK_URL',
    required: false,
    secret: false,
    description: 'Risk service as browsers reach it; read-only.',
  },
  {
    name: 'PLATFORM_MANAGER_INTERNAL_URL',
    required: false,
    secret: false,
    description: 'Manager as the console server reaches it; absent, taken from its WebSocket URL.',
  },
  {
    name: 'PLATFORM_MANAGER_WS_INTERNAL_URL',
    required: false,
    secret: false,
    description: 'WebSocket of the manager as the console server reaches it.',
  },
  {
    name: 'PLATFORM_MANAGER_OPERATOR_TOKEN',
    required: false,
    secret: true,
    description: 'Manager token, held on the server side only.',
  },
  {
    name: 'LOG_VIEWER_URL',
    required: false,
    secret: false,
    description: 'Log viewer to embed; blank hides the panel.',
  },
  {
    name: 'AUTH_SECRET',
    required: true,
    secret: true,
    description: 'Key that encrypts the session cookie.',
  },
  {
    name: 'AUTH_URL',
    required: false,
    secret: false,
    description: 'Public URL of the console, e.g. http://localhost:3000.',
  },
  {
    name: 'AUTH_TRUST_HOST',
    required: false,
    secret: false,
    description: 'true to trust the Host header of a reverse proxy.',
  },
  {
    name: 'AUTH_IDP_ISSUER',
    required: true,
    secret: false,
    description: 'Issuer of the OIDC identity provider.',
  },
  {
    name: 'AUTH_IDP_CLIENT_ID',
    required: true,
    secret: false,
    description: 'Client id at the identity provider.',
  },
  {
    name: 'AUTH_IDP_CLIENT_SECRET',
    required: true,
    secret: true,
    description: 'Client secret at the identity provider.',
  },
  {
    name: 'PLATFORM_CONSOLE_E2E_INJECT_HEADERS',
    required: false,
    secret: false,
    default: 'false',
    description: 'true enables the test credentials provider; must be false in production.',
  },
  {
    name: 'PLATFORM_CONSOLE_E2E_AUTH_TOKEN',
    required: false,
    secret: true,
    description: 'Token of the test credentials provider.',
  },
]);
