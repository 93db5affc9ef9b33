/** Engaging and clearing the latch, closing and pausing: what each leaves behind. */
import { type Breaker, covers, type FlattenScope, scopeText } from '@platform/contracts';
import type { Act, ActRow, CommandEntry, Known, Planned } from './act';

/** Engages the latch and asks for the scope to be closed: by an operator, or by the breaker that is named. */
export function planEngage(
  { positions }: Known,
  act: Act,
  scope: FlattenScope,
  breaker?: Breaker,
): Planned<{ readonly positionsTargeted: number }> {
  const text = scopeText(scope);
  const positionsTargeted = positions.filter((position) => covers(scope, position)).length;
  const cause = breaker === undefined ? {} : { breaker };
  const counted = { positions_targeted: positionsTargeted };
  return {
    rows: [
      { row: 'latch', halted: true, traceId: act.traceId },
      { row: 'audit', entry: { ...act, ...cause, action: 'halt', scope: text, metadata: counted } },
      { row: 'command', entry: flattenCommand(act, scope) },
      {
        row: 'event',
        entry: {
          ...{ event: 'latch_engaged', scope: text, halted: true, traceId: act.traceId },
          metadata: { ...cause, reason: act.reason, actor: act.actor, ...counted },
        },
      },
    ],
    outcome: { positionsTargeted },
  };
}

/** Engages the latch and leaves positions and stops alone. */
export function planHalt(act: Act): Planned<void> {
  const { traceId, reason, actor } = act;
  return {
    rows: [
      { row: 'latch', halted: true, traceId },
      { row: 'audit', entry: { ...act, action: 'halt', scope: 'all', metadata: { closes: false } } },
      {
        row: 'event',
        entry: {
          ...{ event: 'latch_engaged', scope: 'all', halted: true, traceId },
          metadata: { reason, actor, closes: false },
        },
      },
    ],
    outcome: undefined,
  };
}

/** An operator's pause is his to undo: a breaker's resume must not let these bots go. */
export function planClose(
  { halted, positions, trading }: Known,
  act: Act,
  scope: FlattenScope,
  pause: boolean,
): Planned<{ readonly positionsTargeted: number; readonly pausedBots: readonly string[] }> {
  const text = scopeText(scope);
  const positionsTargeted = positions.filter((position) => covers(scope, position)).length;
  const pausedBots = pause ? idsOf(trading.filter((bot) => covers(scope, bot))) : [];
  const metadata = { positions_targeted: positionsTargeted, paused_bots: pausedBots };
  return {
    rows: [
      ...pausedBots.map((botId): ActRow => ({ row: 'unpause', botId })),
      { row: 'audit', entry: { ...act, action: 'close', scope: text, metadata } },
      ...botCommands('pause', pausedBots, act),
      { row: 'command', entry: flattenCommand(act, scope) },
      {
        row: 'event',
        entry: {
          ...{ event: 'close_requested', scope: text, halted: halted !== false, traceId: act.traceId },
          ...(scope.kind === 'bot' ? { botId: scope.botId } : {}),
          metadata: { reason: act.reason, actor: act.actor, ...metadata },
        },
      },
    ],
    outcome: { positionsTargeted, pausedBots },
  };
}

/** Clears the latch, re-arms what tripped, and lets the bots go that a breaker had paused. */
export function planResume({ halted, paused }: Known, act: Act): Planned<readonly string[]> {
  const botIds = [...paused].sort();
  const { traceId, reason, actor } = act;
  return {
    rows: [
      { row: 'latch', halted: false, traceId },
      ...botIds.map((botId): ActRow => ({ row: 'unpause', botId })),
      { row: 'rearm' },
      { row: 'audit', entry: { ...act, action: 'resume', scope: 'all', metadata: { resumed_bots: botIds } } },
      ...botCommands('resume', botIds, act),
      {
        row: 'event',
        entry: {
          ...{ event: 'latch_cleared', scope: 'all', halted: false, traceId },
          metadata: { reason, actor, resumed_bots: botIds, was_halted: halted !== false },
        },
      },
    ],
    outcome: botIds,
  };
}

/** The operator's own pause: from now on it is his to undo, also where a breaker had paused the bot before. */
export function planPause({ halted }: Known, act: Act, botId: string): Planned<void> {
  const scope = `bot:${botId}`;
  return {
    rows: [
      { row: 'unpause', botId },
      { row: 'audit', entry: { ...act, action: 'pause', scope } },
      ...botCommands('pause', [botId], act),
      {
        row: 'event',
        entry: {
          ...{ event: 'bot_paused', scope, botId, halted: halted !== false, traceId: act.traceId },
          metadata: { reason: act.reason, actor: act.actor },
        },
      },
    ],
    outcome: undefined,
  };
}

export function botCommands(kind: 'pause' | 'resume', botIds: readonly string[], act: Act): ActRow[] {
  return botIds.map((botId) => ({ row: 'command', entry: { ...act, kind, scope: `bot:${botId}`, botId } }));
}

function flattenCommand(act: Act, scope: FlattenScope): CommandEntry {
  const owner = scope.kind === 'bot' ? { botId: scope.botId } : {};
  return { ...act, kind: 'flatten', scope: scopeText(scope), ...owner };
}

export function idsOf(bots: readonly { readonly botId: string }[]): string[] {
  return bots.map(({ botId }) => botId).sort();
}
