import { type ComponentProps, createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { known, markupOf, refused, textOf } from '../rendered.fixture';
import { AccountProblem } from './account-problem';
import { Connection, LiveRegion } from './connection';
import { Frame } from './frame';
import { Rail } from './rail';
import { SECTIONS } from './sections';
import { BrokenStrip, StripBoundary } from './strip-boundary';

const nothing = () => undefined;
const rail = (theme: 'dark' | 'light' = 'dark') =>
  createElement(Rail, {
    openPalette: nothing,
    openKeys: nothing,
    toggleTheme: nothing,
    theme,
    signOut: async () => undefined,
  });

it('the rail leads to every section, and marks where somebody is', () => {
  const markup = markupOf(rail());
  for (const { href } of SECTIONS) expect(markup).toContain(`href="${href}"`);
  expect(markup.match(/aria-current="page"[^>]*href="\/"|href="\/"[^>]*aria-current="page"/g)).not.toBeNull();
  expect(markup).not.toMatch(/aria-current="page"[^>]*href="\/bots"|href="\/bots"[^>]*aria-current="page"/);
});

it('the rail says who is signed in with which role, and offers the other theme', () => {
  expect(textOf(rail(), { role: 'viewer' })).toContain('somebody · viewer');
  expect(textOf(rail('dark'))).toContain('Light');
  expect(textOf(rail('light'))).toContain('Dark');
});

it('the frame puts the strip above the page, and a way past it for a keyboard', () => {
  const framed = { theme: 'dark', signOut: async () => undefined } as ComponentProps<typeof Frame>;
  const markup = markupOf(createElement(Frame, framed, 'the page itself'));
  expect(markup.indexOf('status-strip')).toBeLessThan(markup.indexOf('the page itself'));
  expect(markup).toContain('href="#main"');
  expect(markup).toContain('<main id="main"');
});

it('a strip that cannot be drawn says that it knows nothing, and offers to draw it again', () => {
  expect(StripBoundary.getDerivedStateFromError()).toEqual({ isBroken: true });
  const said = textOf(createElement(BrokenStrip, { retry: nothing }));
  expect(said).toMatch(/LATCH UNKNOWN treat as halted.*Draw it again/);
});

it('a connection is said to be opening before it is, and greys nothing meanwhile', () => {
  expect(textOf(createElement(Connection, { isHalted: false }))).toBe('Connecting');
  const region = markupOf(createElement(LiveRegion, {} as ComponentProps<typeof LiveRegion>, 'values'));
  expect(region).toContain('data-live="connecting"');
  expect(region).not.toContain('grayscale');
});

describe('an account that cannot be traded', () => {
  const strip = (...accounts: object[]) =>
    markupOf(createElement(AccountProblem), { reads: [known('/portfolio', { accounts } as never)] });

  it('an account that cannot be traded is said aloud on every page, with its network', () => {
    const markup = strip(
      { network: 'testnet', problem: null },
      { network: 'prod', problem: 'keys were refused' },
    );
    expect(markup).toContain('role="alert"');
    expect(markup).toContain('prod: keys were refused');
  });

  it('the account notice takes no room where every account is fit, or none is known', () => {
    expect(strip({ network: 'testnet', problem: null })).toBe('');
    expect(markupOf(createElement(AccountProblem), { reads: [refused('/portfolio', {})] })).toBe('');
  });
});
