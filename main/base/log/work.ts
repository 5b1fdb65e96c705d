/**
 * The piece of work that the till is doing: one id from a click to its requests to the payment service and its prints,
 * so that their lines in the log can be found together. Timers begin without one, because what they do is the till's
 * own work, which gets an id of its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock-and-log.ts'

export type Work = {
  readonly id: string
  readonly sale?: string
}

const storage = new AsyncLocalStorage<Work | null>()

export const currentTrace = (): Work | null => storage.getStore() ?? null

/** Letters only, so that no redaction takes it for a number. */
const newId = (): string => Array.from(randomBytes(10), (byte) => LETTERS[byte % LETTERS.length]).join('')
const LETTERS = 'abcdefghjkmnpqrstuvwxyz'

/** Carries out what a person asked for. */
export const asNewTrace = <Value>(work: () => Value): Value => storage.run({ id: newId() }, work)

/** Carries out work of a sale: of the click that is being answered, else the till's own. */
export const forSale = <Value>(sale: string | null, work: () => Value): Value =>
  storage.run({ id: currentTrace()?.id ?? newId(), ...(sale === null ? {} : { sale }) }, work)

/** Continues work that had to wait. Null: whatever is being done now. */
export const continuing = <Value>(earlier: Work | null, work: () => Value): Value =>
  earlier === null ? work() : storage.run(earlier, work)

/** The clock whose timers belong to no click. */
export const withUntracedTimers = (clock: Clock): Clock => ({
  ...clock,
  after: (ms, action) => clock.after(ms, () => storage.run(null, action)),
})
