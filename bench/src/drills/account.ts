/** What its owner does to the account at the exchange. It is looked at every minute. */
import { SIM_KEYS } from '@platform/exchange-sim';
import { type Drill, late, thenBreak, untilThere } from './drill';
import { admin, inject } from './venue';

const { key } = SIM_KEYS.trading;

export const lostPermission: Drill = {
  what: 'the key may not trade any more',
  raises: [late('AccountUnusable'), late('NetworkNotReady')],
  break: async (stack) => {
    const allow = (canTrade: boolean) => admin(stack, 'POST keys', { key, canTrade });
    await allow(false);
    return () => allow(true);
  },
};

export const deletedKey: Drill = {
  what: 'the key is deleted at the exchange',
  raises: [late('AccountUnusable')],
  break: async (stack) => {
    const make = (state: string) => admin(stack, 'POST keys', { key, state });
    await make('deleted');
    return () => make('active');
  },
};

/** The executor corrects the mode by itself, unless the exchange refuses: as it does with open positions. */
export const changedMode: Drill = {
  what: 'the account is set to one-way mode by hand and cannot be set back',
  raises: [late('AccountUnusable')],
  break: async (stack) => {
    const refused = { code: -4068, message: 'Position side cannot be changed if there exists position.' };
    const route = { method: 'POST', path: '/fapi/v1/positionSide/dual', accepted: false, status: 400 };
    const repair = await inject(stack, { kind: 'error', ...route, ...refused });
    const set = () => admin<{ ok: boolean }>(stack, 'POST config', { setting: 'hedgeMode', on: false });
    // The exchange refuses this too while the bot holds a position.
    const isSet = async () => ((await set()).ok ? true : undefined);
    return await thenBreak(repair, () => untilThere('moment without a position', isSet));
  },
};
