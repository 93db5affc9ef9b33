/** The Python lab, read-only at the database; its DSN is PLATFORM_DATABASE_URL. */
import { defineEnv } from './define';

export const labEnv = defineEnv([
  {
    name: 'FRED_API_KEY',
    required: false,
    secret: true,
    description: 'Key of the macro provider, for research scripts.',
  },
]);
