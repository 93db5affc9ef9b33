/**
 * The few reasons of a run as numbers, so that rows can hold them and the garbage collector has nothing to
 * walk.
 */
export class Interned {
  private readonly names: string[] = [];

  code(name: string): number {
    const { names } = this;
    for (let k = 0; k < names.length; k++) if (names[k] === name) return k;
    return names.push(name) - 1;
  }

  name(code: number): string {
    return this.names[code]!;
  }
}
