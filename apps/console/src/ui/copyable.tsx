'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

/** An id or digest in full on hover, shortened on screen, copied by a click. */
export function Copyable({ text, shown = text }: { text: string; shown?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      title={text}
      aria-label={`Copy ${text}`}
      onClick={() => void copy()}
      className="inline-flex max-w-full items-center gap-1 font-mono text-xs text-muted hover:text-ink"
    >
      <span className="truncate">{shown}</span>
      <Icon size={12} aria-hidden className="shrink-0" />
    </button>
  );
}
