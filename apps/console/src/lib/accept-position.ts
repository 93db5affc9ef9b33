/** Which symbols an operator may accept the exchange's position of, and what that will do and did. */
import type { Answer, ItemOf } from '../manager/types';
import { quantity } from './format';
import { plural } from './words';

type Position = Answer<'/portfolio'>['positions'][number];
type Bot = Pick<ItemOf<'/bff/bots'>, 'botId' | 'botName' | 'network' | 'symbol'>;

export interface Place {
  readonly network: string;
  readonly symbol: string;
}

export interface Accepted extends Place {
  readonly adjustments: readonly {
    readonly botId: string | null;
    readonly side: string;
    readonly qtyBefore: string;
    readonly qtyAfter: string;
  }[];
}

export const placeText = ({ network, symbol }: Place) => `${symbol} on ${network}`;

/** Where something is booked, or could be: each once, in order. */
export function acceptablePlaces(positions: readonly Position[] = [], bots: readonly Bot[] = []): Place[] {
  const places = new Map(
    [...positions, ...bots].map(({ network, symbol }) => [`${network}:${symbol}`, { network, symbol }]),
  );
  return [...places.values()].sort((a, b) => placeText(a).localeCompare(placeText(b)));
}

/** Why it may not be accepted: what cannot be compared first is not accepted. */
export function acceptRefusal(
  place: Place | undefined,
  positions: readonly Position[] | undefined,
  offered: readonly Place[],
): string | null {
  if (positions === undefined) return 'What is held cannot be read now.';
  if (place !== undefined) return null;
  return offered.length === 0 ? 'Nothing is held or traded.' : 'Choose a symbol first.';
}

export function acceptConsequence(
  place: Place,
  positions: readonly Position[],
  bots: readonly Bot[] | undefined,
): string {
  const booked = positions.filter(
    ({ network, symbol }) => network === place.network && symbol === place.symbol,
  );
  const holders = booked.map(({ botId, side, qty }) => `${ownerOf(botId, bots)} ${side} ${quantity(qty)}`);
  const books = holders.length === 0 ? 'The books hold nothing' : `The books hold ${holders.join(', ')}`;
  return `${books} of ${placeText(place)}. On each side, a shortfall at the exchange is taken off the books, an excess is booked to no bot. No order is sent.`;
}

export function acceptOutcome({ adjustments, ...place }: Accepted, bots: readonly Bot[] | undefined): string {
  if (adjustments.length === 0)
    return `Books and exchange agreed on ${placeText(place)} already: nothing was changed.`;
  const changes = adjustments.map(
    ({ botId, side, qtyBefore, qtyAfter }) =>
      `${ownerOf(botId, bots)} ${side} ${quantity(qtyBefore)} → ${quantity(qtyAfter)}`,
  );
  return `${plural(changes.length, 'holding')} of ${placeText(place)} changed: ${changes.join(', ')}.`;
}

function ownerOf(botId: string | null, bots: readonly Bot[] | undefined): string {
  if (botId === null) return 'no bot';
  return bots?.find((bot) => bot.botId === botId)?.botName ?? `bot ${botId.slice(-6)}`;
}
