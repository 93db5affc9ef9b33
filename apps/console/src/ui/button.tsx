/**
 * Buttons. One that is not allowed stays visible and says why: `refusal` disables it without hiding it from
 * anybody.
 */
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names';
import { Tooltip } from './tooltip';

type Tone = 'primary' | 'plain' | 'danger' | 'quiet';

const TONES: Readonly<Record<Tone, string>> = {
  primary: 'bg-accent text-on-accent hover:opacity-90',
  plain: 'border border-strong-line hover:bg-raised',
  danger: 'bg-danger-fill text-white hover:opacity-90',
  quiet: 'text-muted hover:bg-raised hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: Tone;
  /** Why it may not be pressed now. */
  readonly refusal?: string | null | undefined;
  readonly children: ReactNode;
}

export function Button({
  tone = 'plain',
  refusal,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isRefused = typeof refusal === 'string';
  const button = (
    <button
      {...rest}
      type={type}
      aria-disabled={isRefused || undefined}
      onClick={isRefused ? (event) => event.preventDefault() : onClick}
      className={classNames(
        'inline-flex h-8 max-w-full items-center justify-center gap-1.5 rounded-md px-3 font-medium transition-colors whitespace-nowrap',
        'disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
        TONES[tone],
        className,
      )}
    />
  );
  return isRefused ? <Tooltip text={refusal}>{button}</Tooltip> : button;
}
