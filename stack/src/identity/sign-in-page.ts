/**
 * The one page of the identity provider: plain HTML without script, readable in dark and light, usable by
 * keyboard.
 */
import type { ServerResponse } from 'node:http';

export interface SignInPage {
  /** Where the browser may be sent after the form: the browser checks redirects against it too. */
  readonly consoleOrigin: string;
  readonly name?: string;
  readonly fault?: string;
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f7f9, #0b0d10); color: light-dark(#14181d, #e6e9ee); }
main { width: min(22rem, calc(100vw - 3rem)); }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
p { margin: 0 0 1.5rem; color: light-dark(#4a5360, #a3adba); }
label { display: block; font-weight: 600; margin-top: 1rem; }
input, button { box-sizing: border-box; width: 100%; padding: .6rem .7rem; margin-top: .25rem; font: inherit; border-radius: 6px; border: 1px solid light-dark(#8b95a3, #5b6674); }
input { background: light-dark(#fff, #14181d); color: inherit; }
button { margin-top: 1.5rem; font-weight: 600; border-color: transparent; background: light-dark(#1d4fd7, #8fb1ff); color: light-dark(#fff, #0b0d10); cursor: pointer; }
:focus-visible { outline: 3px solid light-dark(#1d4fd7, #8fb1ff); outline-offset: 2px; }
[role=alert] { margin: 0 0 1rem; color: light-dark(#a4161a, #ff9a9a); font-weight: 600; }
code { font-size: .95em; }
`;

export function sendSignInPage(response: ServerResponse, status: number, page: SignInPage): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${page.consoleOrigin}; frame-ancestors 'none'; base-uri 'none'`,
  });
  response.end(render(page));
}

function render({ name = '', fault }: SignInPage): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sign in · Platform</title><style>${STYLE}</style></head>
<body><main>
<h1>Sign in to your platform</h1>
<p>The identity provider of this machine. <code>./platform env</code> shows the passwords.</p>
${fault === undefined ? '' : `<p role="alert">${escapeHtml(fault)}</p>`}
<form method="post">
<label for="name">Name</label><input id="name" name="name" value="${escapeHtml(name)}" autocomplete="username" autocapitalize="none" required ${name === '' ? 'autofocus' : ''}>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required ${name === '' ? '' : 'autofocus'}>
<button type="submit">Sign in</button>
</form>
</main></body></html>
`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
