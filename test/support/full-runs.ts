/** `npm run prove -- laws` sets TUGRIK_FULL_RUNS: the searches of the laws run all of their cases. */
const isFull = process.env.TUGRIK_FULL_RUNS === '1'
const SHARE = 8

/** How many random cases or states a search gets: an eighth of `full` in `npm test`. */
export const fullRuns = (full: number): number => (isFull ? full : Math.ceil(full / SHARE))

/** The listed cases that a search gets: in `npm test` every eighth, and the first one of each kind. */
export function someOf<Case>(all: readonly Case[], kindOf: (one: Case) => string): readonly Case[] {
  const met = new Set<string>()
  return all.filter((one, index) => {
    const isNew = !met.has(kindOf(one))
    met.add(kindOf(one))
    return isFull || isNew || index % SHARE === 0
  })
}
