import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../main/base/clock-and-log.ts'
import { openSealed } from '../../main/shop/files/index.ts'
import type { RequestOf } from '../../main/till/commands/index.ts'
import type { Settings } from '../../shared/shop/settings.ts'
import { lockableKeyring } from './lockable-keyring.ts'
import { tillAtPractice } from './looks.ts'
import { entersOwnShop } from './own-shop.ts'
import { hire } from './staff.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openPractice, startTill } from './terminal.ts'

type Request = RequestOf<'exportShopFile'>
type Wish = Pick<Request, 'devices'> & NonNullable<Request['sealed']>

/** The office's till, connected to a merchant, with goods and staff. */
export async function office(settings: Partial<Settings> = {}) {
  const { till, ...rest } = await officeWithoutStaff(settings)
  return { till, ...rest, crew: await hire(till) }
}

export async function officeWithoutStaff(settings: Partial<Settings> = {}) {
  const { address, payer } = await openPractice()
  const { url, username, password, invoice_code } = address
  const merchant = { baseUrl: url, username, password, invoiceCode: invoice_code }
  const { till } = await tillAtPractice({
    vault: lockableKeyring().vault(),
    settings: { terminalCode: 'K01', ...settings },
  })
  await till.ask('connectMerchant', merchant)
  await entersOwnShop(till)
  return { till, payer, merchant }
}

/** A sealed file of the office on a stick, with its code. */
export async function setUpFile(
  { till }: Pick<Awaited<ReturnType<typeof office>>, 'till'>,
  { devices = false, goods = true, terminals = '' }: Partial<Wish> = {},
) {
  const made = await till.ask('exportShopFile', { devices, sealed: { goods, terminals } })
  const code = made.code ?? ''
  const text = readFileSync(made.path, 'utf8')
  const stick = temporaryFolder()
  const path = join(stick, 'shop-K01-2026-11-24-sealed.json')
  mkdirSync(stick, { recursive: true })
  writeFileSync(path, text)
  return { path, stick, text, code, opened: () => openSealed(text, code) }
}

/** A new till, with a keyring, and a stick in it. */
export async function newTill(
  stick: string | null = null,
  settings: Partial<Settings> | null = null,
  clock?: Clock,
) {
  const folder = temporaryFolder()
  const keyring = lockableKeyring()
  const { address } = await openPractice()
  const open = () =>
    startTill({
      folder,
      practice: address,
      settings,
      vault: keyring.vault(),
      drives: async () => (stick === null ? [] : [stick]),
      ...(clock ? { clock } : {}),
    })
  return { ...keyring, folder, open, till: await open() }
}

/** The request that takes settings of a file without secrets. */
export const settingsFrom = (
  content: string,
  ...parts: ('settings' | 'devices')[]
): RequestOf<'takeShopFile'> & { source: { content: string } } => ({
  source: { content },
  parts: parts.length === 0 ? ['settings'] : parts,
  owner: null,
})
