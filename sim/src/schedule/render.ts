/** A schedule as lines that a person can follow beside the logs. Times are the executor's. */
import type { Action, Schedule } from './actions';

export function renderSchedule({ seed, caps, actions, bots, statementLoss }: Schedule): string[] {
  const usd = (amount: number | null) => (amount === null ? 'none' : `${amount} USD`);
  return [
    `seed ${seed}; caps: ${usd(caps.perOrderUsd)} per order, ${usd(caps.perBotDailyUsd)} per bot, ${usd(caps.globalDailyUsd)} in all; ${statementLoss * 100} % of the statements lose their connection`,
    ...actions.map(
      (action) =>
        `${(action.atMs / 1_000).toFixed(1).padStart(6)} s  ${describe(action, (bot) => bots[bot]!.name)}`,
    ),
  ];
}

function describe(action: Action, nameOf: (bot: number) => string): string {
  switch (action.kind) {
    case 'intent': {
      const oddities = [
        action.stop === 'normal' ? [] : [`stop ${action.stop}`],
        action.hasTarget ? ['target'] : [],
        action.fence === 'current' ? [] : ['stale fence'],
        action.isAnnounced ? [] : ['no message'],
        action.deliveries === 1 ? [] : [`delivered ${action.deliveries} times`],
      ].flat();
      return [`${nameOf(action.bot)} wants ${action.side}`, `${action.sizeUsd} USD`, ...oddities].join(', ');
    }
    case 'raise_fence':
      return `${nameOf(action.bot)} gets a new holder`;
    case 'latch':
      return action.halted ? 'HALT' : 'resume';
    case 'drill':
      return `fire drill of the ${action.breaker} breaker`;
    case 'break_glass':
      return 'BREAK GLASS';
    case 'flatten':
      return `flatten ${action.scope === 'all' ? 'all' : `the ${action.scope} of ${nameOf(action.bot)}`}`;
    default: {
      const { atMs: _, kind, ...details } = action;
      return `${kind} ${JSON.stringify(details)}`;
    }
  }
}
