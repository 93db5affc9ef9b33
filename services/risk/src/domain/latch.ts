/** Engaging and clearing the latch, closing and pausing: what each leaves behind. */
import { type Breaker, covers, type FlattenScope, scopeText } from '@platform/contracts';
import type { ActionRow, AuditedAction, CommandEntry, Known, Planned } from './audited-action';

/** Engages the latch and asks for the scope to be closed: by an operator, or by the breaker that is named. */
export function planEngage(
  { positions }: Known,
  action: AuditedAction,
  scope: FlattenScope,
  breaker?: Breaker,
): Planned<{ readonly positionsTargeted: number }> {
  const text = scopeText(scope);
  const positionsTargeted = positions.filter((position) => covers(scope, position)).length;
  const cause = breaker === undefined ? {} : { breaker };
  const counted = { positions_targeted: positionsTargeted };
  return {
    rows: [
      { row: 'latch', halted: true, traceId: action.traceId },
      { row: 'audit', entry: { ...action, ...cause, action: 'halt', scope: text, metadata: counted } },
      { row: 'command', entry: flattenCommand(action, scope) },
      {
        row: 'event',
        entry: {
          event: 'latch_engaged',
          scope: text,
          halted: true,
          traceId: action.traceId,
          metadata: { ...cause, reason: action.reason, actor: action.actor, ...counted },
        },
      },
    ],
    outcome: { positionsTargeted },
  };
}

/** Engages the latch and leaves positions and stops alone. */
export function planHalt(action: AuditedAction): Planned<void> {
  const { traceId, reason, actor } = action;
  return {
    rows: [
      { row: 'latch', halted: true, traceId },
      { row: 'audit', entry: { ...action, action: 'halt', scope: 'all', metadata: { closes: false } } },
      {
        row: 'event',
        entry: {
          event: 'latch_engaged',
          scope: 'all',
          halted: true,
          traceId,
          metadata: { reason, actor, closes: false },
        },
      },
    ],
    outcome: undefined,
  };
}

/** The pauses are the operator's to undo, as those of `planPause` are. */
export function planClose(
  { halted, positions, trading }: Known,
  action: AuditedAction,
  scope: FlattenScope,
  pause: boolean,
): Planned<{ readonly positionsTargeted: number; readonly pausedBots: readonly string[] }> {
  const text = scopeText(scope);
  const positionsTargeted = positions.filter((position) => covers(scope, position)).length;
  const pausedBots = pause ? idsOf(trading.filter((bot) => covers(scope, bot))) : [];
  const metadata = { positions_targeted: positionsTargeted, paused_bots: pausedBots };
  return {
    rows: [
      { row: 'audit', entry: { ...action, action: 'close', scope: text, metadata } },
      ...botCommands('pause', pausedBots, action),
      { row: 'command', entry: flattenCommand(action, scope) },
      {
        row: 'event',
        entry: {
          event: 'close_requested',
          scope: text,
          halted: halted !== false,
          traceId: action.traceId,
          ...(scope.kind === 'bot' ? { botId: scope.botId } : {}),
          metadata: { reason: action.reason, actor: action.actor, ...metadata },
        },
      },
    ],
    outcome: { positionsTargeted, pausedBots },
  };
}

/** Clears the latch, re-arms what tripped, and lets the bots go that a breaker had paused and no operator. */
export function planResume(
  { halted, paused, pausedByOperators }: Known,
  action: AuditedAction,
): Planned<readonly string[]> {
  const botIds = paused.filter((botId) => !pausedByOperators.includes(botId)).sort();
  const { traceId, reason, actor } = action;
  return {
    rows: [
      { row: 'latch', halted: false, traceId },
      ...[...paused].sort().map((botId): ActionRow => ({ row: 'unpause', botId })),
      { row: 'rearm' },
      {
        row: 'audit',
        entry: { ...action, action: 'resume', scope: 'all', metadata: { resumed_bots: botIds } },
      },
      ...botCommands('resume', botIds, action),
      {
        row: 'event',
        entry: {
          event: 'latch_cleared',
          scope: 'all',
          halted: false,
          traceId,
          metadata: { reason, actor, resumed_bots: botIds, was_halted: halted !== false },
        },
      },
    ],
    outcome: botIds,
  };
}

/**
 * The operator's own pause: it is his to undo. Where a breaker has paused the bot as well, either of the two
 * keeps it from trading.
 */
export function planPause({ halted }: Known, action: AuditedAction, botId: string): Planned<void> {
  const scope = scopeText({ kind: 'bot', botId });
  return {
    rows: [
      { row: 'audit', entry: { ...action, action: 'pause', scope } },
      ...botCommands('pause', [botId], action),
      {
        row: 'event',
        entry: {
          event: 'bot_paused',
          scope,
          botId,
          halted: halted !== false,
          traceId: action.traceId,
          metadata: { reason: action.reason, actor: action.actor },
        },
      },
    ],
    outcome: undefined,
  };
}

export function botCommands(
  kind: 'pause' | 'resume',
  botIds: readonly string[],
  action: AuditedAction,
): ActionRow[] {
  return botIds.map((botId) => ({
    row: 'command',
    entry: { ...action, kind, scope: scopeText({ kind: 'bot', botId }), botId },
  }));
}

function flattenCommand(action: AuditedAction, scope: FlattenScope): CommandEntry {
  const owner = scope.kind === 'bot' ? { botId: scope.botId } : {};
  return { ...action, kind: 'flatten', scope: scopeText(scope), ...owner };
}

export function idsOf(bots: readonly { readonly botId: string }[]): string[] {
  return bots.map(({ botId }) => botId).sort();
}
