import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/**
 * What PostgreSQL stores of a password (RFC 5803). It is computed here, so that the password itself never reaches the
 * server, its log or its dump.
 */
export function scramVerifier(password: string, iterations: number): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest()
  const words = [salt, stored, keyed('Server Key')].map((bytes) => bytes.toString('base64'))
  return `SCRAM-SHA-256$${iterations}:${words[0]}$${words[1]}:${words[2]}`
}

/** PostgreSQL's own count, enough for a random password. */
export const ITERATIONS = 4096
