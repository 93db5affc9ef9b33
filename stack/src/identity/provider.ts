/**
 * A real OpenID provider for the local stack: authorization code with PKCE, one client (the console), people
 * from accounts.ts. What it remembers dies with the process; keys come from the stack's secrets, so a restart
 * invalidates no signature.
 */
import type { IncomingMessage } from 'node:http';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { authenticate, claimsOf, LOCAL_ACCOUNTS, type Passwords } from './accounts';
import { sendSignInPage } from './sign-in-page';

export interface IdentityOptions {
  readonly issuer: string;
  readonly consoleOrigin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** A private JWK as JSON. */
  readonly signingKey: string;
  readonly cookieKey: string;
  readonly passwords: Passwords;
}

const SCOPES = 'openid profile email';
const SIGN_IN = '/sign-in/';
const MAX_FORM_BYTES = 4096;
const MINUTE_S = 60;

export function identityProvider(options: IdentityOptions): Provider {
  const provider = new Provider(options.issuer, configuration(options));
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith(SIGN_IN)) return await next();
    ctx.respond = false;
    await signIn(provider, options, ctx.req, ctx.res).catch(() => {
      // The sign-in is over or was never begun: the console starts a new one.
      ctx.res.writeHead(303, { location: options.consoleOrigin }).end();
    });
  });
  return provider;
}

async function signIn(
  provider: Provider,
  { consoleOrigin, passwords }: IdentityOptions,
  request: IncomingMessage,
  response: Parameters<Provider['interactionDetails']>[1] & Parameters<typeof sendSignInPage>[0],
): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') return sendSignInPage(response, 200, { consoleOrigin });
  const form = new URLSearchParams(await readForm(request));
  const name = form.get('name') ?? '';
  const accountId = authenticate(passwords, name, form.get('password') ?? '');
  if (accountId === undefined) {
    const fault = 'That name and password do not belong together.';
    return sendSignInPage(response, 401, { consoleOrigin, name, fault });
  }
  await provider.interactionFinished(request, response, { login: { accountId } });
}

async function readForm(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > MAX_FORM_BYTES) throw new RangeError('the form is too long');
  }
  return text;
}

function configuration(options: IdentityOptions): Configuration {
  const { issuer, consoleOrigin, clientId, clientSecret, signingKey, cookieKey } = options;
  // Browsers share the cookies of all ports of localhost: two stacks must not overwrite each other's.
  const port = new URL(issuer).port;
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${consoleOrigin}/api/auth/callback/idp`],
        post_logout_redirect_uris: [consoleOrigin],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [JSON.parse(signingKey)] },
    cookies: {
      keys: [cookieKey],
      names: { session: `idp_${port}`, interaction: `idp_${port}_sign_in`, resume: `idp_${port}_resume` },
    },
    pkce: { required: () => true },
    claims: {
      openid: ['sub', 'roles'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    // The claims are in the ID token itself; no second request is needed.
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: endWithoutAsking },
    },
    interactions: { url: (_ctx, { uid }) => `${SIGN_IN}${uid}` },
    findAccount: (_ctx, id) => {
      const account = LOCAL_ACCOUNTS.find((candidate) => candidate === id);
      return account && { accountId: account, claims: () => claimsOf(account) };
    },
    loadExistingGrant: (ctx) => consent(ctx),
    clientBasedCORS: () => false,
    ttl: {
      AccessToken: 10 * MINUTE_S,
      AuthorizationCode: MINUTE_S,
      Grant: 10 * MINUTE_S,
      IdToken: 10 * MINUTE_S,
      Interaction: 30 * MINUTE_S,
      // The console's session is the one that lasts; who signs out there is asked again here.
      Session: MINUTE_S,
    },
  };
}

/**
 * Who signs out of the console has said so already: the form that would ask sends itself, or waits for a
 * press without scripts.
 */
async function endWithoutAsking(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  ctx.body = `<!doctype html><html lang="en"><title>Signing out</title>${form}
<input type="hidden" name="logout" value="yes" form="op.logoutForm">
<button form="op.logoutForm">Sign out</button>
<script>document.getElementById('op.logoutForm').submit()</script></html>`;
}

/** The console is ours: users are not asked for consent. */
async function consent(ctx: KoaContextWithOIDC) {
  const { account, client, provider } = ctx.oidc;
  const grant = new provider.Grant({ accountId: account!.accountId, clientId: client!.clientId });
  grant.addOIDCScope(SCOPES);
  await grant.save();
  return grant;
}
