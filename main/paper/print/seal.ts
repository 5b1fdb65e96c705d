/**
 * Lottery number and QR data may exist only on paper. Until they are printed they are stored encrypted (AES-256-GCM).
 * They are erased when the printer confirms.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import { writeFileAtomically } from '../../base/files/atomic-file.ts'
import { removeSync, textOrNone } from '../../base/files/held-files.ts'
import type { SecretName, Vault } from '../../shop/settings/index.ts'

type ReceiptSecret = { readonly lottery: string; readonly qrData: string }

export type Seal = {
  readonly close: (secret: ReceiptSecret) => Uint8Array
  /**
   * Null where the data was sealed with a key that is gone, or is damaged. Throws KEYRING_LOCKED while the key may be the one
   * that the keyring does not give.
   */
  readonly open: (sealed: Uint8Array) => ReceiptSecret | null
}

export type SealKeys = {
  /** The key for new seals. */
  readonly current: () => Buffer
  /** All keys that may have been used. */
  readonly all: () => readonly Buffer[]
  /** Whether the keyring holds a key that cannot be read now. */
  readonly locked: () => boolean
  /** Deletes the keys that were set aside. Call it only when no owed receipt needs one of them. */
  readonly forgetSetAside: () => void
  /** Replaces and destroys the keys: nothing sealed before can be read again, in any file. */
  readonly destroy: () => void
}

const NONCE = 12
const TAG = 16

export const receiptSeal = (keys: Pick<SealKeys, 'current' | 'all' | 'locked'>): Seal => ({
  close: (secret) => {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', keys.current(), nonce)
    const body = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  },
  open: (sealed) => {
    for (const key of keys.all()) {
      const secret = openedWith(key, Buffer.from(sealed))
      if (secret !== null) return secret
    }
    if (keys.locked()) throw new CommandRefused('KEYRING_LOCKED')
    return null
  },
})

function openedWith(key: Buffer, bytes: Buffer): ReceiptSecret | null {
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
}

/**
 * The keys of the seals. The current one is in the vault if a keyring keeps it, otherwise in a file that only this user
 * can read, so that an owed receipt survives a restart (docs/decisions/receipt-seal-key.md). The file is on the disk
 * before anything is sealed, because losing the key would lose the lottery number.
 *
 * A key that the keyring does not give is never overwritten. While the keyring is locked, the file has the key for new
 * seals. If the keyring works but does not decrypt the key, it was reset: then the key is set aside under another name,
 * for the case that the older keyring comes back, and new seals get a new key.
 */
export function sealKeys(vault: Vault, folder: string): SealKeys {
  let inFile = keyFile(folder)
  let inVault: Buffer | null = null
  const fromVault = (): Buffer | null => {
    inVault ??= keyIn(vault.read(NAME))
    return inVault
  }
  const setAside = (): readonly SecretName[] => {
    const names: SecretName[] = []
    while (vault.holds(before(names.length))) names.push(before(names.length))
    return names
  }
  const isLocked = (name: SecretName): boolean => vault.holds(name) && keyIn(vault.read(name)) === null
  const renew = (): void => {
    const key = randomBytes(32)
    const text = key.toString('base64')
    if (isLocked(NAME) && vault.works()) vault.rename(NAME, before(setAside().length))
    if (!vault.holds(NAME) && vault.write(NAME, text)) inVault = key
    else if (inFile === null) {
      writeFileAtomically(join(folder, KEY_FILE), text)
      inFile = key
    }
  }
  const current = (): Buffer => {
    if (fromVault() === null && (inFile === null || vault.works())) renew()
    return (fromVault() ?? inFile) as Buffer
  }
  current()
  return {
    current,
    all: () =>
      [fromVault(), inFile, ...setAside().map((name) => keyIn(vault.read(name)))].filter(
        (key) => key !== null,
      ),
    locked: () => isLocked(NAME) || setAside().some(isLocked),
    forgetSetAside: () => {
      for (const name of setAside()) vault.forget(name)
    },
    destroy: () => {
      for (const name of [...setAside(), NAME]) vault.forget(name)
      removeSync(join(folder, KEY_FILE))
      inVault = null
      inFile = null
      renew()
    },
  }
}

const NAME: SecretName = 'receipt-seal'
const before = (resets: number): SecretName => `receipt-seal-before-${resets}`
const KEY_FILE = 'receipt-seal.key'

function keyIn(text: string | null): Buffer | null {
  const key = Buffer.from(text ?? '', 'base64')
  return key.length === 32 ? key : null
}

/** Throws for a file that is there and cannot be read: a new key would overwrite the one that opens the owed receipts. */
const keyFile = (folder: string): Buffer | null => keyIn(textOrNone(join(folder, KEY_FILE)))
