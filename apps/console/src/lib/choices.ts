export interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * The choices with the chosen one among them. A select whose value is not in its list shows the first choice
 * and sends the value: what left the list while it was chosen is therefore kept in it.
 */
export function withChosen(choices: readonly Choice[], value: string): readonly Choice[] {
  if (choices.some((choice) => choice.value === value)) return choices;
  return [{ value, label: value === '' ? '–' : `${value} (no longer offered)` }, ...choices];
}
