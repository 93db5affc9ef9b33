/**
 * One copy of a hot loop per strategy. V8 optimises a call site for the classes it has met there: a loop that
 * fourteen evaluator classes pass through runs at a third of its speed. A function compiled from its own
 * source text has call sites of its own, so each strategy gets a copy of the same loop, and each copy only
 * ever meets one class.
 *
 * A loop qualifies when its text stands alone: it may use its parameters, its locals and globals, nothing of
 * its module, and no inner functions. Its copies are the same program; only the optimiser can tell them
 * apart.
 */

/** Bundlers that keep function names wrap functions in a call to this helper; in a copy it may do nothing. */
const BUNDLER_NAME_HELPER = '__name';
const doNothing = <T>(value: T): T => value;

/** A copy of `loop` for `label`; two labels never share optimised code. */
export function specialise<Loop extends (...args: never[]) => unknown>(loop: Loop, label: string): Loop {
  // The label makes the text distinct: V8 would serve equal texts from its compilation cache, call sites
  // included.
  const text = `'use strict'; /* ${label.replaceAll('*/', '')} */ return (${loop.toString()});`;
  return new Function(BUNDLER_NAME_HELPER, text)(doNothing) as Loop;
}

/** Copies made on first use and kept: `forLabel(name)` always gives the same copy for the same name. */
export function specialisedPerLabel<Loop extends (...args: never[]) => unknown>(
  loop: Loop,
): (label: string) => Loop {
  const copies = new Map<string, Loop>();
  return (label) => {
    const existing = copies.get(label);
    if (existing !== undefined) return existing;
    const copy = specialise(loop, label);
    copies.set(label, copy);
    return copy;
  };
}
