import { expect, it } from 'vitest';
import { matching, type PaletteItem } from './palette';

const ITEMS: readonly PaletteItem[] = [
  { id: '1', group: 'Pages', label: 'Risk', detail: 'page', href: '/risk' },
  { id: '2', group: 'Bots', label: 'btc trend', detail: 'supertrend BTCUSDT 1h', href: '/bots/1' },
  { id: '3', group: 'Bots', label: 'eth slow', detail: 'ewmac ETHUSDT 4h', href: '/bots/2' },
  { id: '4', group: 'Actions', label: 'Flatten everything', detail: 'risk' },
];

it('the palette finds by the beginning of any word, all words needed, the label first', () => {
  expect(matching(ITEMS, '').length).toBe(4);
  expect(matching(ITEMS, 'super btc').map(({ id }) => id)).toEqual(['2']);
  expect(matching(ITEMS, 'RISK').map(({ id }) => id)).toEqual(['1', '4']);
  expect(matching(ITEMS, 'trend eth')).toEqual([]);
});
