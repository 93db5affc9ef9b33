'use client';

import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/button';

/**
 * Around the strip: one that cannot be drawn takes no page with it, and says what a strip says that knows
 * nothing.
 */
export class StripBoundary extends Component<
  { readonly children: ReactNode },
  { readonly isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? (
      <BrokenStrip retry={() => this.setState({ isBroken: false })} />
    ) : (
      this.props.children
    );
  }
}

export function BrokenStrip({ retry }: { retry: () => void }) {
  return (
    <header className="sticky top-0 z-30 flex min-h-11 flex-wrap items-center gap-x-6 gap-y-1 border-b bg-raised px-4 py-1.5 lg:px-6">
      <span role="alert" className="text-warn">
        <b className="font-semibold">LATCH UNKNOWN</b> treat as halted: the strip cannot be drawn
      </span>
      <Button onClick={retry}>Draw it again</Button>
    </header>
  );
}
