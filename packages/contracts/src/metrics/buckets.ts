/** Histogram buckets in seconds, one set per order of magnitude of what is measured. */

/** A strategy evaluation: microseconds. */
export const EVALUATION_SECONDS = [1e-6, 5e-6, 1e-5, 5e-5, 1e-4, 5e-4, 1e-3, 5e-3, 0.01, 0.1] as const;

/** A request, a query, a file write: milliseconds to seconds. */
export const REQUEST_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** A deploy: seconds to an hour. */
export const DEPLOY_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1800, 3600] as const;
