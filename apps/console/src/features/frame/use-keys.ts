'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { keyAct } from '../../lib/keys';
import { SECTIONS } from './sections';

interface Actions {
  readonly openPalette: () => void;
  readonly openKeys: () => void;
  readonly toggleTheme: () => void;
}

/** Keys that work on every page; none of them while something is being typed, except the palette's. */
export function useKeys(actions: Actions): void {
  const router = useRouter();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    let goneAt = 0;
    const onKey = (event: KeyboardEvent) => {
      const { key, altKey: isAlt, target } = event;
      const isCommand = event.ctrlKey || event.metaKey;
      const pressed = { key, isCommand, isAlt, isTyping: isTyping(target) };
      const act = keyAct(pressed, Date.now() - goneAt, SECTIONS);
      if (act.kind === 'palette') event.preventDefault();
      if (!isCommand && !isAlt && !pressed.isTyping) goneAt = act.kind === 'await-section' ? Date.now() : 0;
      if (act.kind === 'go') router.push(act.href);
      if (act.kind === 'palette') latest.current.openPalette();
      if (act.kind === 'keys') latest.current.openKeys();
      if (act.kind === 'theme') latest.current.toggleTheme();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [router]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
