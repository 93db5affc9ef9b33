/** Who does something, and why. All rows of an act can be found under its trace id, which an operator's request brings along. */
export interface Act {
  readonly traceId: string;
  readonly reason: string;
  readonly actor: string;
}
