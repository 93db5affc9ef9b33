/**
 * How the manager and the supervisor that runs the services speak: JSON over HTTP on a socket in the file
 * system, which only its owner can open. GET /services lists them, GET /services/:service/releases/:tag says
 * whether a release can run, and POST /services/:service/replacement replaces a process. A replacement is
 * known by its deploy: asking for it again changes nothing. One that was asked for with `may_drain: false`
 * waits once the new process is loaded, until it is asked for without.
 */
import type { DeployableService } from './vocabulary/deploys';

export type ReplacementPhase =
  | 'loading'
  | 'loaded'
  | 'draining'
  | 'starting'
  | 'returning'
  | 'done'
  | 'failed';

export interface Replacement {
  readonly deploy_id: string;
  readonly release: string;
  readonly phase: ReplacementPhase;
  /** Why it failed and what runs now. */
  readonly error: string | null;
}

export interface SupervisedService {
  readonly service: DeployableService;
  /** What it is started from. */
  readonly release: string;
  /** The last one since the supervisor was started. */
  readonly replacement: Replacement | null;
}

export interface SupervisorRefusal {
  readonly message: string;
}

/** Why others than its owner could use the socket, as a sentence; null when they cannot. */
export function socketFault(
  { uid, mode, isSocket }: { readonly uid: number; readonly mode: number; readonly isSocket: boolean },
  ownUid: number,
): string | null {
  if (!isSocket) return 'it is no socket';
  if (uid !== ownUid) return 'it belongs to somebody else';
  return (mode & 0o077) === 0 ? null : 'others than its owner may open it';
}
