'use client';

import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

export const TooltipProvider = Primitive.Provider;

/** Words on hover and on focus; never the only place of something that must be known. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-80 rounded-md border border-strong-line bg-raised px-2.5 py-1.5 text-ink shadow-lg"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
