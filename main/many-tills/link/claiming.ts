/** Common code of what is done under a claim: returns (shop-returns.ts) and carts (shop-carts.ts). */
import { CommandRefused, refuse } from '../../../shared/failure.ts'
import { createMutex } from '../../base/mutex.ts'
import type { Claim, ShopDatabase } from '../server/index.ts'
import type { ShopLink } from './link.ts'

/** A claim changes hands between two requests only if tills meet in this moment. */
const CLAIM_TIMES = 4

export const isHeldHere = (claim: Claim): boolean => claim.isMine && claim.state === 'held'

/**
 * Takes the claim. `take` is called with the last fence that was seen. Returns the claim as it is afterwards: another till may
 * hold it, or it may be gone (null). `mayTake` decides from the current content of the claim whether to take it.
 */
export async function claimed(
  take: (seen: number) => Promise<Claim | null>,
  mayTake: (claim: Claim) => boolean = () => true,
): Promise<Claim | null> {
  let claim: Claim | null = null
  for (let times = 0; times < CLAIM_TIMES; times += 1) {
    const seen: number = claim?.fence ?? 0
    claim = await take(seen)
    if (claim === null || isHeldHere(claim) || claim.fence === seen || !mayTake(claim)) return claim
  }
  return claim
}

type Ask = <Answer>(what: (database: ShopDatabase) => Promise<Answer>) => Promise<Answer>

/** Asks the shop database. Refuses with NEEDS_SHOP_DATABASE where it cannot be reached. */
export const asker =
  (link: Pick<ShopLink, 'ask' | 'state'>): Ask =>
  async (what) => {
    if (link.state().state !== 'connected') return refuse('NEEDS_SHOP_DATABASE')
    try {
      return await link.ask(what)
    } catch (error) {
      const isAway = error instanceof CommandRefused && error.failure.name === 'SHOP_DATABASE_UNREACHABLE'
      throw isAway ? new CommandRefused('NEEDS_SHOP_DATABASE') : error
    }
  }

/**
 * The commands that begin under a claim. From before the claim until the command has ended, the task that looks through
 * the claims leaves this one alone. `ended` is called with the end of each command.
 */
export function beginnings(ask: Ask, ended: () => void) {
  const oneByOne = createMutex()
  const counts = new Map<string, number>()
  return {
    has: (key: string): boolean => counts.has(key),
    isAny: (): boolean => counts.size > 0,
    /** Never at the same time as `claim` of `begin`. */
    runExclusive: oneByOne.runExclusive,
    /** Claims, and returns what ends the command. */
    begin: async (key: string, claim: () => Promise<void>): Promise<() => void> => {
      await ask(async () => {}) // refuses at once, and not after the task that waits for the line
      counts.set(key, (counts.get(key) ?? 0) + 1)
      const end = (): void => {
        const left = (counts.get(key) ?? 1) - 1
        if (left === 0) counts.delete(key)
        else counts.set(key, left)
        ended()
      }
      try {
        await oneByOne.runExclusive(claim)
        return end
      } catch (error) {
        end()
        throw error
      }
    },
  }
}
