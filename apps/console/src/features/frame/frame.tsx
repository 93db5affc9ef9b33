/** The frame around every page: rail, status strip, palette, keys, theme. */
'use client';

import { type ReactNode, useState } from 'react';
import { THEME_COOKIE, type Theme } from '../../lib/theme';
import { LiveRegion } from './connection';
import { KeyList } from './key-list';
import { Palette } from './palette';
import { Rail } from './rail';
import { StatusStrip } from './status-strip';
import { useKeys } from './use-keys';

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
        <StatusStrip />
        <main id="main">
          <LiveRegion>{children}</LiveRegion>
        </main>
      </div>
      <Palette isOpen={opened === 'palette'} close={close} openKeys={openKeys} toggleTheme={toggleTheme} />
      <KeyList isOpen={opened === 'keys'} close={close} />
    </div>
  );
}
