/**
 * The sessions that are open, by an id that their cookie carries. A cookie is worth something only while its
 * session stands here: signing out ends it for every copy of the cookie. What is known dies with the process,
 * so a restart signs everybody out; the other way round it would bring back what somebody ended.
 */
export interface OpenSession {
  /** Handed back to the identity provider when the session ends there as well. */
  readonly idToken: string | undefined;
  readonly expiresAtMs: number;
}

/** Far more than the people of one platform; the oldest make room. */
const MOST_SESSIONS = 10_000;

/** Beside the objects and not in them: ids and tokens of sessions must not show up where one is printed. */
const sessionsOf = new WeakMap<OpenSessions, Map<string, OpenSession>>();

export class OpenSessions {
  constructor(private readonly nowMs: () => number) {
    sessionsOf.set(this, new Map());
  }

  private get sessions(): Map<string, OpenSession> {
    return sessionsOf.get(this)!;
  }

  open(id: string, session: OpenSession): void {
    for (const [known, { expiresAtMs }] of this.sessions) {
      if (expiresAtMs > this.nowMs() && this.sessions.size < MOST_SESSIONS) break;
      this.sessions.delete(known);
    }
    this.sessions.set(id, session);
  }

  find(id: unknown): OpenSession | undefined {
    const session = typeof id === 'string' ? this.sessions.get(id) : undefined;
    return session !== undefined && session.expiresAtMs > this.nowMs() ? session : undefined;
  }

  close(id: unknown): void {
    if (typeof id === 'string') this.sessions.delete(id);
  }
}

/** On globalThis because pages, routes and the proxy are bundled apart and run in one process. */
const shared = globalThis as { consoleSessions?: OpenSessions };

export function openSessions(): OpenSessions {
  shared.consoleSessions ??= new OpenSessions(Date.now);
  return shared.consoleSessions;
}
