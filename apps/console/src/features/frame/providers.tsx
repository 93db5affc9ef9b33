/** What every page stands on: the cache of reads, the live feed, tooltips, and who is looking. */
'use client';

import type { Role } from '@platform/contracts';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { LiveProvider } from '../../live/live-provider';
import { ManagerError } from '../../manager/request';
import { isSigningOut } from '../../manager/signing-out';
import { TooltipProvider } from '../../ui/tooltip';

export interface Viewer {
  readonly name: string;
  readonly role: Role;
}

const ViewerContext = createContext<Viewer>({ name: '', role: 'viewer' });

export function useViewer(): Viewer {
  return useContext(ViewerContext);
}

/** Why this person may not act; null for operators. */
export function useRefusal(): string | null {
  return useViewer().role === 'operator' ? null : 'Your role is viewer: only operators may do this.';
}

export function Providers({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  return (
    <ViewerContext value={viewer}>
      <QueryClientProvider client={queries}>
        <LiveProvider>
          <TooltipProvider delayDuration={200}>{children}</TooltipProvider>
        </LiveProvider>
      </QueryClientProvider>
    </ViewerContext>
  );
}

/**
 * Without a network everything is still tried and fails at once: a command that waited for the network would
 * be sent later, without being pressed again, and a read that waited would never say that it fails.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: {
        staleTime: 1_000,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

function leaveWhenSignedOut(error: unknown): void {
  if (!(error instanceof ManagerError) || error.view.code !== 'CONSOLE_SIGNED_OUT' || isSigningOut()) return;
  const back = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(back)}`);
}
