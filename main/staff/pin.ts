/** PINs are stored only as scrypt hashes, each with its own salt and with the cost it was made with. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { CommandRefused } from '../../shared/failure.ts'
import { LONGEST_PIN, SHORTEST_PIN } from '../../shared/staff.ts'

/** RFC 7914: one hash needs 128 · N · r bytes of memory. */
const pinCost = z.strictObject({
  N: z
    .int()
    .min(2)
    .max(2 ** 20),
  r: z.int().min(1).max(32),
  p: z.int().min(1).max(32),
})
export type PinCost = z.infer<typeof pinCost>

/**
 * The cost of new hashes: one of the equally strong minimums of OWASP's Password Storage Cheat Sheet, with 32 MiB of
 * memory. `npm run bench -- pin` measures it (docs/decisions/pins.md#pin-hashes).
 */
const PIN_COST: PinCost = { N: 2 ** 15, r: 8, p: 3 }

/** Older versions stored hashes without their cost. */
const UNSTORED_COST: PinCost = { N: 2 ** 15, r: 8, p: 1 }

export const storedPin = z.strictObject({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  cost: pinCost.default(UNSTORED_COST),
})
export type StoredPin = z.infer<typeof storedPin>

export type PinHasher = {
  readonly hash: (pin: string) => Promise<StoredPin>
  readonly verify: (pin: string, stored: StoredPin) => Promise<boolean>
  /** Whether a new hash of the same PIN would have another cost. */
  readonly isOutdated: (stored: StoredPin) => boolean
}

/** `cost` is the cost of new hashes. A stored hash is verified with its own. */
export function createPinHasher(cost: PinCost = PIN_COST): PinHasher {
  return {
    hash: async (pin) => {
      const salt = randomBytes(16)
      return { salt: salt.toString('hex'), hash: (await derived(pin, salt, cost)).toString('hex'), cost }
    },
    verify: async (pin, { salt, hash, cost: its }) =>
      timingSafeEqual(await derived(pin, Buffer.from(salt, 'hex'), its), Buffer.from(hash, 'hex')),
    isOutdated: (stored) => !isDeepStrictEqual(stored.cost, cost),
  }
}

const LENGTH = 32

/** Node runs scrypt in its thread pool, so the main process stays free. */
const derived = (pin: string, salt: Buffer, { N, r, p }: PinCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const maxmem = 2 * 128 * r * (N + p)
    scrypt(pin, salt, LENGTH, { N, r, p, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })

/** Throws PIN_INVALID, or PIN_WEAK for PINs that are guessed first. */
export function assertPinAllowed(pin: string): void {
  if (!/^\d+$/.test(pin) || pin.length < SHORTEST_PIN || pin.length > LONGEST_PIN)
    throw new CommandRefused('PIN_INVALID')
  if (isAllAlike(pin) || isConsecutive(pin)) throw new CommandRefused('PIN_WEAK')
}

const isAllAlike = (pin: string): boolean => new Set(pin).size === 1

/** Consecutive digits, up or down: 1234, 4321, 56789. */
const isConsecutive = (pin: string): boolean =>
  [1, -1].some((step) =>
    [...pin].every((digit, index) => index === 0 || Number(digit) - Number(pin[index - 1]) === step),
  )
