/** PINs are stored only as scrypt hashes, with a salt for each person. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { CommandRefused } from '../../shared/failure.ts'
import { LONGEST_PIN, SHORTEST_PIN } from '../../shared/staff.ts'

/** RFC 7914: one hash needs 128 · N · r bytes, here 32 MiB, and takes a tenth of a second on a till's processor. */
const COST = { N: 2 ** 15, r: 8, p: 1 } as const
const MAX_MEMORY = 2 * 128 * COST.N * COST.r
const LENGTH = 32

export const storedPin = z.strictObject({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})
export type StoredPin = z.infer<typeof storedPin>

export async function hashPin(pin: string): Promise<StoredPin> {
  const salt = randomBytes(16)
  return { salt: salt.toString('hex'), hash: (await derived(pin, salt)).toString('hex') }
}

export async function verifyPin(pin: string, { salt, hash }: StoredPin): Promise<boolean> {
  return timingSafeEqual(await derived(pin, Buffer.from(salt, 'hex')), Buffer.from(hash, 'hex'))
}

const derived = (pin: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(pin, salt, LENGTH, { ...COST, maxmem: MAX_MEMORY }, (error, key) =>
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
