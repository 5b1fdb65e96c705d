/** PINs are stored only as scrypt hashes, each with its own salt and with the cost it was made with. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { LONGEST_PIN, SHORTEST_PIN } from '../../../shared/shop/staff.ts'
import { SCRYPT_COST, type ScryptCost, scryptCost, scryptKey } from '../../base/scrypt.ts'

export const storedPin = z.strictObject({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  cost: scryptCost,
})
export type StoredPin = z.infer<typeof storedPin>

export type PinHasher = {
  readonly hash: (pin: string) => Promise<StoredPin>
  readonly verify: (pin: string, stored: StoredPin) => Promise<boolean>
  /** Whether a new hash of the same PIN would have another cost. */
  readonly isOutdated: (stored: StoredPin) => boolean
}

/** `cost` is the cost of new hashes. A stored hash is verified with its own. */
export const createPinHasher = (cost: ScryptCost = SCRYPT_COST): PinHasher => ({
  hash: async (pin) => {
    const salt = randomBytes(16)
    return { salt: salt.toString('hex'), hash: (await scryptKey(pin, salt, cost)).toString('hex'), cost }
  },
  verify: async (pin, { salt, hash, cost: its }) =>
    timingSafeEqual(await scryptKey(pin, Buffer.from(salt, 'hex'), its), Buffer.from(hash, 'hex')),
  isOutdated: (stored) => !isDeepStrictEqual(stored.cost, cost),
})

/** Throws PIN_INVALID, also for PINs that are guessed first. */
export function assertPinAllowed(pin: string): void {
  const isOfItsLength = /^\d+$/.test(pin) && pin.length >= SHORTEST_PIN && pin.length <= LONGEST_PIN
  if (!isOfItsLength || isAllAlike(pin) || isConsecutive(pin)) throw new CommandRefused('PIN_INVALID')
}

const isAllAlike = (pin: string): boolean => new Set(pin).size === 1

/** Consecutive digits, up or down: 1234, 4321, 56789. */
const isConsecutive = (pin: string): boolean =>
  [1, -1].some((step) =>
    [...pin].every((digit, index) => index === 0 || Number(digit) - Number(pin[index - 1]) === step),
  )
