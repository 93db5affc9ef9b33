/** Variables that belong to no single service. */
import { defineEnv } from './define';

/** Read by every backend service. */
export const commonEnv = defineEnv([
  {
    name: 'PLATFORM_DEVELOPMENT',
    required: false,
    secret: false,
    default: 'false',
    description: 'true accepts operator tokens of less than 256 bits; anything else means production.',
  },
  {
    name: 'PLATFORM_RELEASE',
    required: false,
    secret: false,
    default: 'latest',
    description:
      'Tag of the release that the process is started from; /healthz and platform_release_info show it.',
  },
  {
    name: 'PLATFORM_BUS_NATS_URL',
    required: true,
    secret: false,
    description: 'NATS server, nats://host:port.',
  },
  {
    name: 'PLATFORM_BUS_NATS_CREDS',
    required: false,
    secret: false,
    description: 'Path of the NATS creds file of this service; every service has its own user.',
  },
]);

/** Part of the contract, without effect here. */
export const ignoredEnv = defineEnv([
  {
    name: 'RUST_LOG',
    required: false,
    secret: false,
    description: 'Accepted and ignored: the services are TypeScript. Use PLATFORM_<SERVICE>_LOG_LEVEL.',
  },
  {
    name: 'RUST_BACKTRACE',
    required: false,
    secret: false,
    description: 'Accepted and ignored: stack traces are always logged.',
  },
]);

/** Read by migrations, scripts and the lab, never by a running service. */
export const bootstrapEnv = defineEnv([
  {
    name: 'PLATFORM_DATABASE_URL',
    required: true,
    secret: true,
    description: 'DSN of the migrations and development scripts; in the lab, the read-only DSN.',
  },
]);

/** Options of the seeding script; a second run changes nothing. */
export const seedEnv = defineEnv([
  {
    name: 'FROM_DATE',
    required: false,
    secret: false,
    description: 'First day to seed, YYYY-MM-DD.',
  },
  {
    name: 'SKIP_GEX',
    required: false,
    secret: false,
    description: 'Set to skip the gamma-exposure stage.',
  },
  {
    name: 'SKIP_MACRO',
    required: false,
    secret: false,
    description: 'Set to skip the macro stage.',
  },
]);
