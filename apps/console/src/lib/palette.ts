/** What the command palette offers, and which of it matches what was typed. */

export interface PaletteItem {
  readonly id: string;
  readonly group: 'Pages' | 'Actions' | 'Bots' | 'Runs';
  readonly label: string;
  /** Further words to find it by, shown beside the label. */
  readonly detail: string;
  /** Where it leads; an item without it names an action. */
  readonly href?: string;
}

const SHOWN = 40;

/** Every typed word must begin a word of the label or detail; better matches (in the label) come first. */
export function matching(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = items.flatMap((item) => {
    const inLabel = wordsOf(item.label);
    const inAll = [...inLabel, ...wordsOf(item.detail), item.group.toLowerCase()];
    const fits = wanted.every((word) => inAll.some((candidate) => candidate.startsWith(word)));
    const missesLabel = wanted.filter(
      (word) => !inLabel.some((candidate) => candidate.startsWith(word)),
    ).length;
    return fits ? [{ item, missesLabel }] : [];
  });
  return scored
    .sort((a, b) => a.missesLabel - b.missesLabel)
    .slice(0, SHOWN)
    .map(({ item }) => item);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^a-z0-9.]+/);
}
