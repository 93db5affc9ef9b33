/**
 * What the marks of a marked strategy say (marks.ts): where it stands, and how much memory was taken on the
 * way from mark to mark.
 */

let last: string | undefined;
let onMark: (() => void) | undefined;

/** Of an unmarked strategy nothing is heard. */
Object.assign(globalThis, {
  markOfTheCheck: (place: string) => {
    onMark?.();
    last = place;
  },
});

/** `<file>:<line>` of the statement begun last. */
export function lastPlace(): string | undefined {
  return last;
}

/** The place after whose mark most memory is taken while `work` is done. */
export function hungriestPlace(work: () => void): string | undefined {
  const taken = new Map<string, number[]>();
  let before = Number.NaN;
  last = undefined;
  onMark = () => {
    const bytes = process.memoryUsage().heapUsed - before;
    if (last !== undefined && bytes >= 0) {
      const costs = taken.get(last) ?? [];
      taken.set(last, costs);
      costs.push(bytes);
    }
    before = process.memoryUsage().heapUsed;
  };
  work();
  onMark = undefined;
  // Looking takes some memory itself, the same everywhere.
  const sorted = [...taken.values()].map((costs) => costs.sort((a, b) => a - b));
  const looking = Math.min(...sorted.map((costs) => costs[Math.floor(costs.length / 2)]!));
  const totals = [...taken].map(([place, costs]) => ({
    place,
    bytes: costs.reduce((sum, bytes) => sum + bytes - looking, 0),
  }));
  return totals.sort((a, b) => b.bytes - a.bytes)[0]?.place;
}
