/** The second stage of `npm run test:all`, and `npm run prove -- laws`: each search takes all of its cases. */
export const isFull = process.env.TUGRIK_TESTS === 'rest'
/** Elsewhere it takes one case of so many. */
const SHARE = 20

/** How many random cases or states a search gets: a twentieth of `full` in `npm test`. */
export const fullRuns = (full: number): number => (isFull ? full : Math.ceil(full / SHARE))

/** The listed cases that a search gets: in `npm test` every twentieth, and the first one of each kind. */
export function someOf<Case>(all: readonly Case[], kindOf: (one: Case) => string): readonly Case[] {
  const met = new Set<string>()
  return all.filter((one, index) => {
    const isNew = !met.has(kindOf(one))
    met.add(kindOf(one))
    return isFull || isNew || index % SHARE === 0
  })
}
