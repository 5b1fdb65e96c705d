/** Keys of what a person types: PINs, and the codes of sealed files. */
import { scrypt } from 'node:crypto'
import { z } from 'zod'

/**
 * As RFC 7914 allows it, and no more work than the strongest of OWASP's minimums: a key needs 128 · N · r bytes of memory, and a
 * file of another till may name any cost.
 */
export const scryptCost = z
  .strictObject({ N: z.int().min(2), r: z.int().min(1), p: z.int().min(1) })
  .refine(({ N, r, p }) => Number.isInteger(Math.log2(N)) && Math.log2(N) < 16 * r && N * r * p <= 2 ** 20)
export type ScryptCost = z.infer<typeof scryptCost>

/**
 * The cost of new keys: one of the equally strong minimums of OWASP's Password Storage Cheat Sheet, with 32 MiB of
 * memory. docs/decisions/pins.md#pin-hashes has the times.
 */
export const SCRYPT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 }

const LENGTH = 32

/** Node runs scrypt in its thread pool, so the main process stays free. */
export const scryptKey = (typed: string, salt: Uint8Array, { N, r, p }: ScryptCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const maxmem = 2 * 128 * r * (N + p)
    scrypt(typed, salt, LENGTH, { N, r, p, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
