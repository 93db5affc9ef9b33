/** A box to tick, with its label as what a finger meets: on a phone the box alone would be too small. */
import type { InputHTMLAttributes, ReactNode } from 'react';

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  /** Beside the box; a box without words needs an `aria-label`. */
  readonly children?: ReactNode;
}

export function Check({ children, ...input }: CheckProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the box; ticking is not choosing the row that it stands in
    <label className="inline-flex min-h-8 items-center gap-2" onClick={(event) => event.stopPropagation()}>
      <input {...input} type="checkbox" className="size-4 shrink-0 accent-accent max-sm:size-6" />
      {children}
    </label>
  );
}
