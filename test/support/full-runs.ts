/**
 * How many random cases or states a search of the laws gets: a fifth of `full` in `npm test`, all of them in
 * `npm run prove -- laws`, which sets TUGRIK_FULL_RUNS.
 */
export const fullRuns = (full: number): number =>
  process.env.TUGRIK_FULL_RUNS === '1' ? full : Math.ceil(full / 5)
