/** The composition root: a venue on a port, ticking. */
import type { AddressInfo } from 'node:net';
import { AdminActions } from './admin/actions';
import type { RawRequest, Routes } from './http/call';
import { type Dispatch, dispatch } from './http/pipeline';
import { ACCOUNT_ROUTES } from './http/routes/account';
import { ALGO_ROUTES } from './http/routes/algo';
import { BATCH_ROUTES } from './http/routes/batch';
import { FUTURES_DATA_ROUTES } from './http/routes/futures-data';
import { MARKET_ROUTES } from './http/routes/market';
import { MARKET_TRADE_ROUTES } from './http/routes/market-trades';
import { SPOT_ROUTES } from './http/routes/spot';
import { TRADE_ROUTES } from './http/routes/trade';
import { createSimServer } from './http/server';
import { DEFAULT_OPTIONS, type SimOptions } from './options';
import { Simulator } from './simulator';
import { FEAR_GREED_ROUTES } from './sources/fear-greed';
import { MACRO_ROUTES } from './sources/macro';
import { OPTION_ROUTES } from './sources/options';
import { STABLECOIN_ROUTES } from './sources/stablecoins';
import { Hub } from './ws/hub';

const TICK_MS = 100;

export const ROUTES: Routes = {
  ...MARKET_ROUTES,
  ...FUTURES_DATA_ROUTES,
  ...SPOT_ROUTES,
  ...MARKET_TRADE_ROUTES,
  ...TRADE_ROUTES,
  ...BATCH_ROUTES,
  ...ALGO_ROUTES,
  ...ACCOUNT_ROUTES,
  ...FEAR_GREED_ROUTES,
  ...STABLECOIN_ROUTES,
  ...OPTION_ROUTES,
  ...MACRO_ROUTES,
};

export interface RunningSim {
  /** Base of every REST path: venue, spot, sources and /admin. */
  readonly url: string;
  /** Base of /public, /market and /private. */
  readonly wsUrl: string;
  /** Base of the spot streams, which the venue has on a host of their own. */
  readonly spotWsUrl: string;
  readonly admin: AdminActions;
  readonly options: SimOptions;
  close(): Promise<void>;
}

/** A venue without a port: requests are handed to it, and time moves as the caller's `time` says. */
export interface Venue {
  readonly sim: Simulator;
  readonly hub: Hub;
  readonly admin: AdminActions;
  readonly options: SimOptions;
  request(request: RawRequest): Dispatch;
  /** Moves the market to the present and sends what the streams have to say. */
  tick(): void;
}

export function openVenue(given: Partial<SimOptions> = {}): Venue {
  const options: SimOptions = { ...DEFAULT_OPTIONS, ...given };
  const sim = new Simulator(options);
  const request = (raw: RawRequest) => dispatch(sim, ROUTES, raw);
  const hub = new Hub(sim, request);
  sim.sink = hub;
  return {
    sim,
    hub,
    admin: new AdminActions(sim, (endpoint) => hub.disconnect(endpoint)),
    options,
    request,
    tick: () => hub.tick(sim.sync()),
  };
}

export async function startSim(given: Partial<SimOptions> = {}): Promise<RunningSim> {
  const { sim, hub, admin, options, request, tick } = openVenue(given);
  const server = createSimServer(sim, request, admin);
  server.on('upgrade', (upgrade, socket, head) => hub.upgrade(upgrade, socket, head));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const stopTicking = options.time.every(TICK_MS, tick);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host}:${port}`,
    wsUrl: `ws://${options.host}:${port}`,
    spotWsUrl: `ws://${options.host}:${port}/spot`,
    admin,
    options,
    close: async () => {
      stopTicking();
      hub.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
