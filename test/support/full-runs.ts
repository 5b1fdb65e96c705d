/** `npm run test:all` and `npm run prove -- laws` set TUGRIK_WHOLE: every test file runs, and every search takes all of its cases. */
export const isWhole = process.env.TUGRIK_WHOLE === '1'
/** `npm test` takes one case of so many. */
const SHARE = 20

/** How many random cases or states a search gets: a twentieth of `full` in `npm test`. */
export const fullRuns = (full: number): number => (isWhole ? full : Math.ceil(full / SHARE))

/** The listed cases that a search gets: in `npm test` every twentieth, and the first one of each kind. */
export function someOf<Case>(all: readonly Case[], kindOf: (one: Case) => string): readonly Case[] {
  const met = new Set<string>()
  return all.filter((one, index) => {
    const isNew = !met.has(kindOf(one))
    met.add(kindOf(one))
    return isWhole || isNew || index % SHARE === 0
  })
}
