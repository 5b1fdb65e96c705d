/**
 * The recovery code of an owner: 25 random digits, because every till has keys for digits in any layout. They are 83
 * bits, so nobody can guess the code, with or without its hash, and one round of SHA-256 is enough.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { groupedCode, RECOVERY_DIGITS } from '../../../shared/shop/staff.ts'

export const storedRecoveryCode = z.string().regex(/^[0-9a-f]{64}$/)

/** The code as a person writes it down, and the hash of its digits. */
export function newRecoveryCode(): { readonly code: string; readonly stored: string } {
  const digits = Array.from({ length: RECOVERY_DIGITS }, () => randomInt(10)).join('')
  return { code: groupedCode(digits), stored: hashOf(digits).toString('hex') }
}

export const isRecoveryCode = (typed: string, stored: string): boolean =>
  timingSafeEqual(hashOf(typed.replace(/\s/g, '')), Buffer.from(stored, 'hex'))

const hashOf = (digits: string): Buffer => createHash('sha256').update(digits).digest()
