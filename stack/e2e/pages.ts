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
  '/strategies',
  '/overlays',
  '/data',
  '/settings',
] as const;

/** First-class on a phone, the densest tables and the two long forms. */
export const PHONE_PAGES = [
  '/',
  '/bots',
  '/bots/new',
  '/risk',
  '/orders',
  '/runs',
  '/data',
  '/backtest',
] as const;
