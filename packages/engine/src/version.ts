/**
 * The version of everything that decides a result: strategies, gate and execution. It goes into every
 * certificate. A change that alters any decision, fill or figure, or what a digest is of, takes the next
 * number; golden certificates fail until it does.
 */
export const RESULT_VERSION = 4;
