/** The frame around every page: rail, status strip, palette, keys, theme. */
'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { THEME_COOKIE, type Theme } from '../../lib/theme';
import { LiveRegion } from './connection';
import { Rail } from './rail';
import { StatusStrip } from './status-strip';
import { StripBoundary } from './strip-boundary';
import { useKeys } from './use-keys';

/** Loaded when first opened. */
const Palette = dynamic(() => import('./palette').then((module) => module.Palette), { ssr: false });
const KeyList = dynamic(() => import('./key-list').then((module) => module.KeyList), { ssr: false });

interface FrameProps {
  readonly theme: Theme;
  readonly signOut: () => Promise<void>;
  readonly children: ReactNode;
}

export function Frame({ theme: initialTheme, signOut, children }: FrameProps) {
  const [opened, setOpened] = useState<'palette' | 'keys' | null>(null);
  const [theme, setTheme] = useState(initialTheme);
  const toggleTheme = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = next;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in two of the three engines
    document.cookie = `${THEME_COOKIE}=${next}; path=/; max-age=31536000; samesite=lax`;
    setTheme(next);
  };
  const openPalette = () => setOpened('palette');
  const openKeys = () => setOpened('keys');
  const close = () => setOpened(null);
  useKeys({ openPalette, openKeys, toggleTheme });
  return (
    <div className="lg:flex">
      <a
        href="#main"
        className="sr-only z-50 rounded bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed"
      >
        Skip to content
      </a>
      <Rail
        openPalette={openPalette}
        openKeys={openKeys}
        toggleTheme={toggleTheme}
        theme={theme}
        signOut={signOut}
      />
      <div className="min-w-0 flex-1 pb-16 lg:pb-0">
        <StripBoundary>
          <StatusStrip />
        </StripBoundary>
        <main id="main">
          <LiveRegion>{children}</LiveRegion>
        </main>
      </div>
      {opened === 'palette' ? <Palette close={close} openKeys={openKeys} toggleTheme={toggleTheme} /> : null}
      {opened === 'keys' ? <KeyList close={close} /> : null}
    </div>
  );
}
