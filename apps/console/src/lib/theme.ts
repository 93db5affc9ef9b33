/** Dark unless the reader chose light. */
export type Theme = 'dark' | 'light';

export const THEME_COOKIE = 'theme';

export function themeOf(cookie: string | undefined): Theme {
  return cookie === 'light' ? 'light' : 'dark';
}
