/** What no page may decide alone: a person agrees in a system dialog. The page is a hostile one, of an owner. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Clock } from '../../../main/base/clock-and-log.ts'
import { filedSettings, openText } from '../../../main/shop/files/index.ts'
import type { AskPerson, Question } from '../../../main/till/commands/index.ts'
import { FIRST_SETTINGS, type Settings } from '../../../shared/shop/settings.ts'
import { handClock } from '../../support/hand-clock.ts'
import { settingsFrom } from '../../support/set-up-files.ts'
import { hire } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill } from '../../support/terminal.ts'

/** A till whose dialogs are answered by `press`. */
async function openTill(press: AskPerson, more: { readonly clock?: Clock } = {}) {
  const { address, payer } = await openPractice()
  const dialogs: Question[] = []
  const till = await startTill({
    folder: temporaryFolder(),
    practice: address,
    ...more,
    askPerson: (question) => {
      dialogs.push(question)
      return press(question)
    },
  })
  const { url: baseUrl, username, password, invoice_code: invoiceCode } = address
  return { till, payer, dialogs, merchant: { baseUrl, username, password, invoiceCode } }
}

const yes: AskPerson = () => Promise.resolve(true)
const no: AskPerson = () => Promise.resolve(false)
const notConfirmed = { ok: false, error: { name: 'NOT_CONFIRMED' } }

describe('a merchant', () => {
  test('is not connected, and its service is asked nothing, unless a person agrees in a system dialog', async () => {
    const { till, dialogs, merchant } = await openTill(no)
    // Nobody listens there, so that a request would fail otherwise.
    const request = { ...merchant, baseUrl: 'http://127.0.0.1:1' }
    expect(await till.reply('connectMerchant', request)).toMatchObject(notConfirmed)
    expect((await till.view()).settings.merchant).toBeNull()
    expect(dialogs).toHaveLength(1)
  })

  test('is named in the dialog by the host of its service, its user and its invoice code', async () => {
    const { till, dialogs, merchant } = await openTill(no)
    await till.reply('connectMerchant', { ...merchant, baseUrl: 'https://Банк.example/v2' })
    expect(dialogs[0]?.detail.split('\n')).toEqual([
      'xn--80ab2al.example',
      merchant.username,
      merchant.invoiceCode,
    ])
  })

  test('brings no line of its own into the dialog', async () => {
    const { till, dialogs, merchant } = await openTill(no)
    await till.reply('connectMerchant', { ...merchant, username: 'x\n\u2028\u202Ebank.mn' })
    expect(dialogs[0]?.detail.split('\n')[1]).toBe('x���bank.mn')
  })

  test.each([
    ['a run of spaces, which would wrap into a line', 'x     bank.mn', 'x ����bank.mn'],
    ['a wide space', 'x\u3000bank.mn\u2003y\u00a0z', 'x�bank.mn�y�z'],
    ['letters that nobody sees', 'x\u3164\u115f\u2800\u034f\ufe0fy', 'x�����y'],
    ['a heap of accents, which would cover the line above', `x${'\u030d'.repeat(5)}y`, 'x\u030d\u030d���y'],
  ])('shows %s in the dialog', async (_what, username, shown) => {
    const { till, dialogs, merchant } = await openTill(no)
    await till.reply('connectMerchant', { ...merchant, username })
    expect(dialogs[0]?.detail.split('\n')[1]).toBe(shown)
  })

  test('at another path of a host is asked about again', async () => {
    const { till, dialogs, merchant } = await openTill(yes)
    await till.ask('connectMerchant', merchant)
    await till.reply('connectMerchant', { ...merchant, baseUrl: `${merchant.baseUrl}/other` })
    expect(dialogs).toHaveLength(2)
  })

  test.each(['username', 'invoiceCode'] as const)('with another %s is asked about again', async (field) => {
    const { till, dialogs, merchant } = await openTill(yes)
    await till.ask('connectMerchant', merchant)
    await till.reply('connectMerchant', { ...merchant, [field]: 'another' })
    expect(dialogs).toHaveLength(2)
  })

  test('that is connected is not asked about when its password is typed again', async () => {
    const { till, dialogs, merchant } = await openTill(yes)
    await till.ask('connectMerchant', merchant)
    await till.ask('connectMerchant', merchant)
    expect(dialogs).toHaveLength(1)
  })

  test('is asked about once, also when the service refuses the first password', async () => {
    const { till, dialogs, merchant } = await openTill(yes)
    expect(await till.reply('connectMerchant', { ...merchant, password: 'wrong' })).toMatchObject({
      ok: false,
    })
    await till.ask('connectMerchant', merchant)
    expect(dialogs).toHaveLength(1)
  })

  test('is not connected by a dialog that is answered after the owner was signed out', async () => {
    let signOut = (): Promise<unknown> => Promise.resolve()
    const { till, merchant } = await openTill(async () => {
      await signOut()
      return true
    })
    await hire(till)
    signOut = () => till.ask('lock')
    expect(await till.reply('connectMerchant', merchant)).toMatchObject(notConfirmed)
  })
})

describe('a folder for copies', () => {
  test('is neither made nor saved unless a person agrees in a system dialog', async () => {
    const { till } = await openTill(no)
    const folder = temporaryFolder()
    const request = { copies: { ...FIRST_SETTINGS.copies, folder } }
    expect(await till.reply('saveSettings', request)).toMatchObject(notConfirmed)
    expect((await till.view()).settings.copies.folder).toBe('')
    expect(readdirSync(folder)).toEqual([])
  })

  test('of a shop file is not taken either, and nothing else of the file', async () => {
    const { till } = await openTill(no)
    const copies = { ...FIRST_SETTINGS.copies, folder: temporaryFolder() }
    const content = filed({ pollMs: 3_000, copies })
    expect(await till.reply('takeShopFile', settingsFrom(content, 'settings', 'devices'))).toMatchObject(
      notConfirmed,
    )
    expect((await till.view()).settings).toMatchObject({ pollMs: 1_500, copies: { folder: '' } })
    expect(await till.reply('takeShopFile', settingsFrom(content))).toMatchObject({ ok: true })
  })

  test.each(['listCopies', 'inspectShopFile', 'takeShopFile'] as const)(
    'is not looked into by %s unless a person agrees',
    async (command) => {
      const { till } = await openTill(no)
      const folder = join(temporaryFolder(), 'not-there')
      const chosen = command === 'takeShopFile' ? { parts: ['sales'], owner: null } : {}
      const request =
        command === 'listCopies' ? { folder } : { source: { folder, name: 'shop.json' }, ...chosen }
      expect(await till.reply(command, request)).toMatchObject(notConfirmed)
    },
  )

  test('is asked about once', async () => {
    const { till, dialogs } = await openTill(yes)
    const folder = temporaryFolder()
    await till.ask('listCopies', { folder })
    await till.ask('saveSettings', { copies: { ...FIRST_SETTINGS.copies, folder } })
    await till.ask('saveSettings', { copies: { ...FIRST_SETTINGS.copies, folder, keep: 5 } })
    expect(dialogs).toHaveLength(1)
  })

  test.each([
    ['\\\\host\\share', true],
    ['//host/share', true],
    ['\\/host/share', true],
    ['\\\\?\\UNC\\host\\share', true],
    ['\\\\.\\pipe\\name', true],
    ['D:\\Backup', false],
    ['/media/usb', false],
  ])('%s is shown in the dialog as one of another computer: %s', async (folder, isOther) => {
    const { till, dialogs } = await openTill(no)
    await till.reply('listCopies', { folder })
    expect(dialogs[0]?.message.includes('өөр компьютерт')).toBe(isOther)
    expect(dialogs[0]?.detail).toBe(folder)
  })
})

const elsewhere = [
  [
    'a printer in the network',
    { printer: { kind: 'network', host: '192.168.1.66', port: 9100, profile: 'escpos' } },
    ['192.168.1.66:9100'],
  ],
  [
    'a queue at another computer',
    { printer: { kind: 'raw-queue', queue: '\\\\guest\\POS-80', profile: 'escpos' } },
    ['\\\\guest\\POS-80'],
  ],
  [
    'a spare printer in the network',
    { sparePrinter: { kind: 'network', host: 'guest', port: 9100, profile: 'escpos' } },
    ['guest:9100'],
  ],
  [
    'an address for callbacks',
    { invoicing: { ...FIRST_SETTINGS.invoicing, callbackUrl: 'https://bank.mn@Банк.example/x' } },
    ['xn--80ab2al.example', 'https://bank.mn@xn--80ab2al.example/x'],
  ],
  [
    'a public address of the receiver',
    { callback: { ...FIRST_SETTINGS.callback, enabled: true, publicUrl: 'https://other.example' } },
    ['other.example', 'https://other.example/'],
  ],
] as const satisfies readonly (readonly [string, Partial<Settings>, readonly string[]])[]

const filed = (settings: Partial<Settings>) =>
  openText({
    ...filedSettings({ ...FIRST_SETTINGS, ...settings }, null, 0),
    ...{ people: [], goods: null, sales: null },
  })

describe.each(elsewhere)('%s', (_what, settings, detail) => {
  test('is not saved unless a person agrees, and is named in the dialog', async () => {
    const { till, dialogs } = await openTill(no)
    const before = (await till.view()).settings
    expect(await till.reply('saveSettings', { ...settings, pollMs: 3_000 })).toMatchObject(notConfirmed)
    expect((await till.view()).settings).toEqual(before)
    expect(dialogs[0]?.detail.split('\n')).toEqual(detail)
  })

  test('is asked about once, and not when it is saved again', async () => {
    const { till, dialogs } = await openTill(yes)
    await till.ask('saveSettings', settings)
    await till.ask('saveSettings', { ...settings, pollMs: 3_000 })
    expect(dialogs).toHaveLength(1)
  })
})

describe.each(elsewhere.filter(([, settings]) => !('callback' in settings)))('%s', (_what, settings) => {
  test('of a shop file is not taken unless a person agrees, and nothing else of the file', async () => {
    const { till } = await openTill(no)
    const content = filed({ ...settings, pollMs: 3_000 })
    expect(await till.reply('takeShopFile', settingsFrom(content, 'settings', 'devices'))).toMatchObject(
      notConfirmed,
    )
    expect((await till.view()).settings.pollMs).toBe(1_500)
  })

  test('of a copy of the shop is not taken unless a person agrees, and nothing else of the copy', async () => {
    const other = await openTill(yes)
    const folder = temporaryFolder()
    await other.till.ask('saveSettings', { ...settings, pollMs: 3_000 })
    await other.till.ask('saveSettings', { copies: { ...FIRST_SETTINGS.copies, folder } })
    await other.till.ask('copyNow')
    await other.till.stop()
    const { till, dialogs } = await openTill(({ detail }) => Promise.resolve(detail === folder))
    const [copy] = await till.ask('listCopies', { folder })
    const source = { folder, name: copy?.name ?? '' }
    const request = { source, parts: ['sales', 'settings', 'devices'], owner: null }
    expect(await till.reply('takeShopFile', request)).toMatchObject(notConfirmed)
    expect(dialogs).toHaveLength(2)
    expect((await till.view()).settings).toMatchObject({ pollMs: 1_500, copies: { folder: '' } })
  })
})

test('the first callback address, which nobody has, is not asked about', async () => {
  const { till, dialogs } = await openTill(yes)
  const { invoicing } = FIRST_SETTINGS
  await till.ask('saveSettings', { invoicing: { ...invoicing, callbackUrl: 'https://shop.example/' } })
  await till.ask('saveSettings', { invoicing })
  expect(dialogs).toHaveLength(1)
})

describe('live mode', () => {
  test('is not left unless a person agrees, each time', async () => {
    let agrees = true
    const { till, dialogs, merchant } = await openTill(() => Promise.resolve(agrees))
    await till.ask('connectMerchant', merchant)
    await till.ask('leaveMerchant')
    await till.ask('connectMerchant', merchant)
    agrees = false
    expect(await till.reply('leaveMerchant')).toMatchObject(notConfirmed)
    expect((await till.view()).settings.merchant).not.toBeNull()
    expect(dialogs.map(({ detail }) => detail.split('\n').length)).toEqual([3, 3, 3])
  })
})

test('after three refusals no dialog opens until a minute is over, so that a page cannot keep people from the till', async () => {
  const clock = handClock()
  const { till, dialogs } = await openTill(no, { clock })
  const folder = temporaryFolder()
  for (let times = 0; times < 5; times += 1)
    expect(await till.reply('listCopies', { folder })).toMatchObject(notConfirmed)
  expect(dialogs).toHaveLength(3)
  clock.advance(60_000)
  await till.reply('listCopies', { folder })
  expect(dialogs).toHaveLength(4)
})
