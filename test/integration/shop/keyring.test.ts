/**
 * The merchant's password and the system's keyring: the product in a real Electron, with a real keyring and without
 * one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { storeSettings } from '../../../scripts/run/hosts/host.ts'
import { findHost, type Host, openHost } from '../../../scripts/run/hosts/index.ts'
import { charge, ringUp, viewOf } from '../../../scripts/run/hosts/page-actions.ts'
import { hasDisplay } from '../../../scripts/run/setup/machine.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { keyringMissing, openKeyring } from '../../support/keyring.ts'
import { needs, systemLacks } from '../../support/needs.ts'
import { OWN_GOODS, OWN_SELLER } from '../../support/own-shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice } from '../../support/terminal.ts'

test('with a keyring the password survives a restart and is in no file', async ({ skip }) => {
  needs(skip, keyringMissing() ?? electronMissing())
  const till = await openTill(['--password-store=gnome-libsecret'], await openKeyring(onTestFinished))

  const first = await till.open()
  expect(await connect(first, till.merchant)).toMatchObject({ ok: true, value: { passwordKept: true } })
  await first.close()
  expect(filesThatTell(till.folder, till.merchant.password)).toEqual([])

  const second = await till.open()
  expect(await viewOf(second.page)).toMatchObject({ mode: 'live' })
  await ringUp(second.page, 'талх')
  const { sale } = await charge(second.page)
  expect((await till.payer.state()).invoices).toContainEqual(
    expect.objectContaining({ sender_invoice_no: sale.invoices[0]?.number }),
  )
  await second.close()
  expect(filesThatTell(till.folder, till.merchant.password)).toEqual([])
})

test('without a keyring the password lasts for the session and is in no file', async ({ skip }) => {
  needs(skip, keyringOfSystem() ?? electronMissing())
  const till = await openTill(['--password-store=basic'], {})

  const first = await till.open()
  expect(await connect(first, till.merchant)).toMatchObject({ ok: true, value: { passwordKept: false } })
  await ringUp(first.page, 'талх')
  await charge(first.page)
  await first.close()
  expect(filesThatTell(till.folder, till.merchant.password)).toEqual([])

  const second = await till.open()
  const locked = { state: 'disconnected', failure: { name: 'PASSWORD_NEEDED' } }
  expect(await viewOf(second.page)).toMatchObject({ mode: 'live', connection: locked })
  expect(await connect(second, till.merchant)).toMatchObject({ ok: true, value: { passwordKept: false } })
  await second.close()
  expect(filesThatTell(till.folder, till.merchant.password)).toEqual([])
})

const keyringOfSystem = (): string | null => systemLacks('linux', 'this system always has a keyring')

function electronMissing(): string | null {
  const found = findHost('electron')
  if ('missing' in found) return found.missing
  return hasDisplay() ? null : 'there is no display'
}

/** A till that can be opened several times on its data, and a service that knows a merchant. */
async function openTill(args: readonly string[], env: Record<string, string>) {
  const folder = temporaryFolder()
  const { address, payer } = await openPractice()
  const open = async (): Promise<Host> => {
    const host = await openHost('electron', { dataFolder: folder, practice: null, electron: { args, env } })
    onTestFinished(host.kill)
    return host
  }
  const { url: baseUrl, username, password, invoice_code: invoiceCode } = address
  // Already the till's merchant, so that no system dialog asks about it: nobody can press it here.
  await storeSettings(folder, {
    ...FIRST_SETTINGS,
    shop: OWN_SELLER,
    merchant: { baseUrl, username, invoiceCode },
  })
  return { folder, payer, open, merchant: { baseUrl, username, password, invoiceCode } }
}

async function connect(
  { page }: Host,
  merchant: { baseUrl: string; username: string; password: string; invoiceCode: string },
) {
  const connected = await page.evaluate((typed) => window.pos.call('connectMerchant', typed), merchant)
  const [goods] = OWN_GOODS // live mode does not sell the sample
  await page.evaluate((typed) => window.pos.call('saveGoods', { was: null, goods: typed }), goods)
  return connected
}

/** The files under a folder that contain a text, in any encoding that our program or Chromium may use. */
function filesThatTell(folder: string, text: string): readonly string[] {
  const forms = [
    Buffer.from(text, 'utf8'),
    Buffer.from(text, 'utf16le'),
    Buffer.from(Buffer.from(text, 'utf8').toString('base64')),
  ]
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const contents = readFileSync(file)
      return forms.some((form) => contents.includes(form))
    })
}
