/**
 * What is computed from a run once it is there: the one place for the command line, the HTML reports, the
 * manager and the console. Pure functions of columns; nothing here needs the engine, so a browser can load it
 * alone.
 */
export { TAKER_FEE_BPS } from '../costs';
export * from './buy-and-hold';
export * from './costs';
export * from './curve';
export * from './daily-returns';
export * from './downsampling';
export * from './drawdowns';
export * from './monthly-returns';
