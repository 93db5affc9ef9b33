'use client';

import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface DialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  /** One sentence: what this dialog is about. */
  readonly description: ReactNode;
  readonly children: ReactNode;
}

/** A modal: focus stays inside, Escape closes, and it fills a phone's width. */
export function Dialog({ isOpen, close, title, description, children }: DialogProps) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => (open ? undefined : close())}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-canvas/75" />
        <Primitive.Content
          onOpenAutoFocus={focusFirstField}
          className="fixed inset-x-0 bottom-0 z-50 mx-auto max-h-[92dvh] w-full max-w-xl space-y-4 overflow-y-auto rounded-t-lg border border-strong-line bg-surface p-5 shadow-2xl sm:top-[8vh] sm:bottom-auto sm:max-h-[84vh] sm:rounded-lg"
        >
          <div className="flex items-start justify-between gap-4">
            <div>
              <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
              <Primitive.Description asChild>
                <div className="text-muted">{description}</div>
              </Primitive.Description>
            </div>
            <Primitive.Close
              aria-label="Close"
              className="rounded p-1 text-muted hover:bg-raised hover:text-ink"
            >
              <X size={16} aria-hidden />
            </Primitive.Close>
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The first thing to fill in, rather than the button that closes. */
function focusFirstField(event: Event): void {
  const field = (event.target as HTMLElement).querySelector<HTMLElement>('input, select, textarea');
  if (field === null) return;
  event.preventDefault();
  field.focus();
}
