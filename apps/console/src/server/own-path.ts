/**
 * The part of an address within this console, or its first page: never one that sends a fresh session
 * elsewhere. It is judged as a browser reads it, which drops tabs and line breaks and takes a second slash
 * for another host, and what comes out is judged once more, because dots are resolved in between.
 */
export function ownPath(text: string, ownOrigin: string): string {
  const path = pathWithin(text, ownOrigin);
  return path !== null && pathWithin(path, ownOrigin) === path ? path : '/';
}

function pathWithin(text: string, ownOrigin: string): string | null {
  if (!text.startsWith('/') || !URL.canParse(text, ownOrigin)) return null;
  const { origin, pathname, search } = new URL(text, ownOrigin);
  return origin === ownOrigin ? `${pathname}${search}` : null;
}
