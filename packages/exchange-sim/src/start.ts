/** The composition root: a venue on a port, ticking. */
import type { AddressInfo } from 'node:net';
import { AdminActions } from './admin/actions';
import type { Routes } from './http/call';
import { ACCOUNT_ROUTES } from './http/routes/account';
import { ALGO_ROUTES } from './http/routes/algo';
import { FUTURES_DATA_ROUTES } from './http/routes/futures-data';
import { MARKET_ROUTES } from './http/routes/market';
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
  ...TRADE_ROUTES,
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
  /** Base of /public, /market, /private and the spot streams. */
  readonly wsUrl: string;
  readonly admin: AdminActions;
  readonly options: SimOptions;
  close(): Promise<void>;
}

export async function startSim(given: Partial<SimOptions> = {}): Promise<RunningSim> {
  const options: SimOptions = { ...DEFAULT_OPTIONS, ...given };
  const sim = new Simulator(options);
  const hub = new Hub(sim);
  sim.sink = hub;
  const admin = new AdminActions(sim, (endpoint) => hub.disconnect(endpoint));
  const server = createSimServer(sim, ROUTES, admin);
  server.on('upgrade', (request, socket, head) => hub.upgrade(request, socket, head));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const ticking = setInterval(() => hub.tick(sim.sync()), TICK_MS);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host}:${port}`,
    wsUrl: `ws://${options.host}:${port}`,
    admin,
    options,
    close: async () => {
      clearInterval(ticking);
      hub.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
