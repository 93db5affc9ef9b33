import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { Frame } from '../../features/frame/frame';
import { Providers } from '../../features/frame/providers';
import { THEME_COOKIE, themeOf } from '../../lib/theme';
import { requireUser } from '../../server/session';
import { leave } from '../../server/sign-out';

/** Each page asks for the session as well: a layout is not rendered again for every navigation. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { name, role } = await requireUser();
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value);
  const signOut = async () => {
    'use server';
    await leave();
  };
  return (
    <Providers viewer={{ name, role }}>
      <Frame theme={theme} signOut={signOut}>
        {children}
      </Frame>
    </Providers>
  );
}
