/** The local identity provider as a process of the stack. */
import { identityProvider } from './identity/provider';

const env = (name: string) => process.env[name] ?? '';

const provider = identityProvider({
  issuer: env('IDENTITY_ISSUER'),
  consoleOrigin: env('IDENTITY_CONSOLE_ORIGIN'),
  clientId: env('IDENTITY_CLIENT_ID'),
  clientSecret: env('IDENTITY_CLIENT_SECRET'),
  signingKey: env('IDENTITY_SIGNING_KEY'),
  cookieKey: env('IDENTITY_COOKIE_KEY'),
  passwords: { operator: env('IDENTITY_OPERATOR_PASSWORD'), viewer: env('IDENTITY_VIEWER_PASSWORD') },
});
const server = provider.listen(Number(env('IDENTITY_PORT')), '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ level: 'info', msg: 'listening', url: provider.issuer })}\n`);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.closeAllConnections();
    server.close(() => process.exit(0));
  });
}
