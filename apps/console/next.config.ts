import { join } from 'node:path';
import type { NextConfig } from 'next';

/**
 * Headers that do not depend on the request; the Content-Security-Policy carries a nonce and is set in
 * proxy.ts.
 */
const SECURITY_HEADERS = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()' },
  { key: 'Strict-Transport-Security', value: 'max-age=31536000' },
];

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: join(import.meta.dirname, '../..'),
  turbopack: { root: join(import.meta.dirname, '../..') },
  transpilePackages: [
    '@platform/api-client',
    '@platform/contracts',
    '@platform/core',
    '@platform/engine',
    'geist',
  ],
  serverExternalPackages: ['ws'],
  poweredByHeader: false,
  // A build is made once per change of the sources: writing a cache for the next one takes longer than it
  // saves.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // Types are checked by `tsc -b` with the rest of the repository.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  headers: async () => [{ source: '/:path*', headers: SECURITY_HEADERS }],
};

export default config;
