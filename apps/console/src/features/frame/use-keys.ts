'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { SECTIONS } from './sections';

interface Actions {
  readonly openPalette: () => void;
  readonly openKeys: () => void;
  readonly toggleTheme: () => void;
}

/** `g` waits this long for the letter of a section. */
const SEQUENCE_MS = 1_200;

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
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current.openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (Date.now() - goneAt < SEQUENCE_MS) {
        goneAt = 0;
        const section = SECTIONS.find(({ key }) => key === event.key);
        if (section !== undefined) router.push(section.href);
        return;
      }
      if (event.key === 'g') goneAt = Date.now();
      if (event.key === '?') latest.current.openKeys();
      if (event.key === 'T') latest.current.toggleTheme();
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
