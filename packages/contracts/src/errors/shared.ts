/**
 * Codes that any service may answer or log, where its own prefix has none. BOOT_DEGRADED is spelled so by the
 * contract.
 */
import { defineErrors } from './define';

export const sharedErrors = defineErrors({
  BOOT_DEGRADED: {
    service: 'shared',
    severity: 'Warning',
    category: 'Infra',
    status: 503,
    cause: '/readyz: a startup step that is not fatal failed, or a dependency is down.',
    action: 'Read the failing checks in the body and restore what they name.',
  },
  SHARED_NOT_FOUND: {
    service: 'shared',
    severity: 'Warning',
    category: 'Control',
    status: 404,
    cause: 'No such route.',
    action: 'Compare path and method with /docs.',
  },
  SHARED_NOT_IMPLEMENTED: {
    service: 'shared',
    severity: 'Warning',
    category: 'Control',
    status: 501,
    cause: 'The route belongs to the contract but this version does not serve it yet.',
    action: 'Upgrade, or do without.',
  },
  SHARED_UNSUPPORTED_MEDIA_TYPE: {
    service: 'shared',
    severity: 'Warning',
    category: 'Control',
    status: 415,
    cause: 'The body is not sent as application/json.',
    action: 'Set Content-Type: application/json.',
  },
  SHARED_BODY_TOO_LARGE: {
    service: 'shared',
    severity: 'Error',
    category: 'Control',
    status: 413,
    cause: 'The request body is larger than its route accepts: 64 KiB unless the route allows more.',
    action: 'Send a smaller body.',
  },
  SHARED_INTERNAL_ERROR: {
    service: 'shared',
    severity: 'Error',
    category: 'Infra',
    status: 500,
    cause: 'Something broke, and no more specific code applies.',
    action: 'Report it with the trace id.',
  },
  SHARED_DB_CONSTRAINT_VIOLATION: {
    service: 'shared',
    severity: 'Error',
    category: 'Data',
    status: 409,
    cause: 'The database refused a write that contradicts what it already holds.',
    action: 'Read the current state and decide again.',
  },
  SHARED_DB_UNAVAILABLE: {
    service: 'shared',
    severity: 'Error',
    category: 'Infra',
    status: 503,
    cause: 'PostgreSQL cannot be reached or does not answer in time.',
    action: 'Check PostgreSQL and the network; the service recovers by itself.',
  },
  SHARED_BUS_UNAVAILABLE: {
    service: 'shared',
    severity: 'Error',
    category: 'Infra',
    status: 503,
    cause: 'NATS cannot be reached or refuses the credentials.',
    action: 'Check NATS and the creds file; the service recovers by itself.',
  },
  SHARED_CONFIG_INVALID: {
    service: 'shared',
    severity: 'Critical',
    category: 'Infra',
    status: null,
    cause: 'One or more variables are missing, malformed or unknown; the process exits with code 2.',
    action: 'Correct the listed variables; all errors are reported at once.',
  },
  SHARED_ROLE_PROBE_FAILED: {
    service: 'shared',
    severity: 'Critical',
    category: 'Safety',
    status: null,
    cause:
      'The database role lacks a grant it needs or holds one it must not have; the service does not start.',
    action: 'Run the migrations and use the DSN of the role that belongs to the service.',
  },
});
