import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { signIn } from '../../server/auth';
import { consoleEnv } from '../../server/env';
import { ownPath } from '../../server/own-path';
import { currentUser } from '../../server/session';
import { Button } from '../../ui/button';

export const metadata: Metadata = { title: 'Sign in' };

const REASONS: Readonly<Record<string, string>> = {
  AccessDenied:
    'Your account has neither the role viewer nor the role operator here. Ask the administrator of the platform.',
  Configuration:
    'The identity provider cannot be reached or refuses this console. Look at its log and at AUTH_IDP_*.',
};

interface Props {
  readonly searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, error } = await searchParams;
  const returnTo = ownPath(String(callbackUrl ?? '/'), ownOrigin());
  if ((await currentUser()) !== null) redirect(returnTo);
  const toIdentityProvider = async () => {
    'use server';
    await signIn('idp', { redirectTo: returnTo });
  };
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <form action={toIdentityProvider} className="w-full max-w-sm space-y-6">
        <div className="space-y-2">
          <h1 className="text-2xl font-semibold tracking-tight">Trading console</h1>
          <p className="text-muted">
            Signing in goes through your identity provider. This console keeps no passwords.
          </p>
        </div>
        {error === undefined ? null : (
          <p role="alert" className="border-l-2 border-danger pl-3 text-danger">
            {REASONS[String(error)] ??
              'Sign-in failed. Try again; if it keeps failing, read the console log.'}
          </p>
        )}
        <Button type="submit" tone="primary" className="w-full">
          Sign in
        </Button>
      </form>
    </main>
  );
}

/** Only compared with itself, so that any will do where none is configured. */
function ownOrigin(): string {
  return new URL(consoleEnv().authUrl ?? 'http://localhost').origin;
}
