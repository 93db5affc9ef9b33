/**
 * Pictures of every page as an operator sees it: wide in dark and light, and as a phone where phones are
 * first-class.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openConsoleBrowser } from '@platform/stack';
import { printLine } from './operator-action';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Charts draw and live figures arrive after the page is there. */
const SETTLE_MS = 2_500;

const PAGES = {
  overview: '/',
  bots: '/bots',
  'bot-new': '/bots/new',
  risk: '/risk',
  'risk-flatten': '/risk?act=flatten',
  portfolio: '/portfolio',
  performance: '/performance',
  alerts: '/alerts',
  metrics: '/metrics',
  logs: '/logs',
  backtest: '/backtest',
  runs: '/runs',
  strategies: '/strategies',
  overlays: '/overlays',
  data: '/data',
  settings: '/settings',
} as const;
const ON_PHONE: readonly string[] = ['overview', 'bots', 'risk', 'risk-flatten', 'alerts'];

const LOOKS = [
  { name: 'dark', theme: 'dark', viewport: WIDE, pages: undefined },
  { name: 'light', theme: 'light', viewport: WIDE, pages: undefined },
  { name: 'phone', theme: 'dark', viewport: PHONE, pages: ON_PHONE },
] as const;

export async function takeShots(out: string): Promise<number> {
  mkdirSync(out, { recursive: true });
  const browser = await openConsoleBrowser(process.env, printLine);
  try {
    for (const { name, theme, viewport, pages } of LOOKS) {
      const context = await browser.signedIn('operator', {
        viewport,
        colorScheme: theme,
        reducedMotion: 'reduce',
      });
      await context.addCookies([{ name: 'theme', value: theme, url: browser.url }]);
      const page = await context.newPage();
      const wanted = {
        ...PAGES,
        ...(await detailPages(async (path) => (await page.request.get(path)).json())),
      };
      for (const [title, path] of Object.entries(wanted)) {
        if (pages !== undefined && !pages.includes(title)) continue;
        await page.goto(path);
        await page.waitForTimeout(SETTLE_MS);
        const file = join(out, `${title}-${name}.png`);
        await page.screenshot({ path: file });
        printLine(file);
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return 0;
}

/** Pages that stand for something that exists: the first bot, the newest runs. */
async function detailPages(read: (path: string) => Promise<unknown>): Promise<Record<string, string>> {
  const bots = (await read('/api/manager/bff/bots')) as { items?: { botId: string }[] };
  const runs = (await read('/api/manager/runs?kind=backtest')) as { items?: { runId: string }[] };
  const [bot] = bots.items ?? [];
  const [first, second] = runs.items ?? [];
  return {
    ...(bot === undefined ? {} : { bot: `/bots/${bot.botId}` }),
    ...(first === undefined ? {} : { run: `/runs/${first.runId}` }),
    ...(second === undefined ? {} : { compare: `/runs/compare?ids=${first!.runId},${second.runId}` }),
  };
}
