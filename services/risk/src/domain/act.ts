/** Who does something, and why. Each act has a trace id of its own, under which all its rows can be found. */
export interface Act {
  readonly traceId: string;
  readonly reason: string;
  readonly actor: string;
}
