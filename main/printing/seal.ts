/**
 * Lottery number and QR data may exist only on paper. Until they are printed they are stored encrypted (AES-256-GCM).
 * They are erased when the printer confirms.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../atomic-file.ts'
import type { Vault } from '../settings/index.ts'

type ReceiptSecret = { readonly lottery: string; readonly qrData: string }

export type Seal = {
  readonly close: (secret: ReceiptSecret) => Uint8Array
  /** Null where the data was sealed with another key or is damaged. */
  readonly open: (sealed: Uint8Array) => ReceiptSecret | null
}

const NONCE = 12
const TAG = 16

export function receiptSeal(key: Buffer): Seal {
  return {
    close: (secret) => {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
        decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
        const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString(
          'utf8',
        )
        return JSON.parse(text) as ReceiptSecret
      } catch {
        return null
      }
    },
  }
}

/**
 * The seal's key. It is in the vault if a keyring keeps it, otherwise in a file that only this user can read, so that
 * an owed receipt survives a restart (docs/decisions/receipt-seal-key.md). The file is on the disk before anything is
 * sealed, because losing the key would lose the lottery number.
 */
export function sealKey(vault: Vault, folder: string): Buffer {
  const kept = vault.read('receipt-seal') ?? keyFile(folder)
  if (kept !== null) {
    const key = Buffer.from(kept, 'base64')
    if (key.length === 32) return key
  }
  return newSealKey(vault, folder)
}

/** Replaces and destroys the previous key: nothing sealed with it can be read again, in any file. */
export function newSealKey(vault: Vault, folder: string): Buffer {
  const key = randomBytes(32)
  const text = key.toString('base64')
  if (vault.write('receipt-seal', text)) rmSync(join(folder, KEY_FILE), { force: true })
  else writeFileAtomically(join(folder, KEY_FILE), text)
  return key
}

const KEY_FILE = 'receipt-seal.key'

function keyFile(folder: string): string | null {
  try {
    return readFileSync(join(folder, KEY_FILE), 'utf8')
  } catch {
    return null
  }
}
