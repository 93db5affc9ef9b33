/** A state in a word, with an icon, so that colour is never alone in saying it. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

export type BadgeTone = 'neutral' | 'accent' | 'good' | 'warn' | 'danger';

const TONES: Readonly<Record<BadgeTone, string>> = {
  neutral: 'text-muted',
  accent: 'text-accent',
  good: 'text-ink',
  warn: 'text-warn',
  danger: 'text-danger font-medium',
};

interface BadgeProps {
  readonly tone?: BadgeTone;
  readonly icon?: LucideIcon | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

export function Badge({ tone = 'neutral', icon: Icon, title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={classNames('inline-flex items-baseline gap-1 whitespace-nowrap', TONES[tone])}
    >
      {Icon === undefined ? null : (
        <Icon size={13} strokeWidth={2.2} aria-hidden className="shrink-0 self-center" />
      )}
      {children}
    </span>
  );
}
