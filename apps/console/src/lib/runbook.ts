/** What an operator does about an alert, and how its text is drawn. */
export interface Runbook {
  readonly meaning: string;
  readonly steps: readonly string[];
  readonly over: string;
}

export interface Span {
  readonly kind: 'text' | 'code' | 'page';
  readonly text: string;
}

/** `code`, the names of other pages, and the text between. */
export function spansOf(text: string): Span[] {
  return text
    .split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map((part): Span => {
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) };
      const page = /^\[([^\]]+)\]\((?:\.\.\/)?([^)]+)\)$/.exec(part);
      return page === null
        ? { kind: 'text', text: part }
        : { kind: 'page', text: `${page[1]} (docs/${page[2]!.replace(/^\.\//, 'runbooks/')})` };
    });
}
