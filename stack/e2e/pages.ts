/** Every page of the console that needs no id in its address. */
export const PAGES = [
  '/',
  '/bots',
  '/bots/new',
  '/risk',
  '/orders',
  '/portfolio',
  '/performance',
  '/alerts',
  '/metrics',
  '/logs',
  '/backtest',
  '/runs',
  '/experiments',
  '/experiments/new',
  '/strategies',
  '/overlays',
  '/data',
  '/settings',
] as const;

/** First-class on a phone, and the two with the densest tables. */
export const PHONE_PAGES = ['/', '/bots', '/risk', '/orders', '/runs', '/data'] as const;
