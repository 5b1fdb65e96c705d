/** `--set-up`: an installer's script sets up a till from a file of the office, without a window. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { machineClock, silentLog } from '../../main/base/clock-and-log.ts'
import {
  filedSettings,
  newCode,
  openSealed,
  type SealedFile,
  sealedText,
} from '../../main/shop/files/index.ts'
import { executableOf, openHost } from '../../scripts/run/hosts/index.ts'
import { practiceControl, startPracticeWithFaults } from '../../scripts/run/practice/index.ts'
import { isRoot } from '../../scripts/run/setup/machine.ts'
import { inProject } from '../../scripts/run/setup/project.mjs'
import { FIRST_SETTINGS, type Settings } from '../../shared/shop/settings.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { button, choose, field, press } from '../support/by-words.ts'
import { expect, inElectron, skip, test } from '../support/hosts.ts'
import { keyringMissing, openKeyring } from '../support/keyring.ts'
import { needs, systemLacks } from '../support/needs.ts'
import { OWN_GOODS, OWN_SELLER } from '../support/own-shop.ts'
import { charge, connectMerchant, openSettings, ringUp, viewOf } from '../support/till-actions.ts'

const STORE = '--password-store=gnome-libsecret'

/** A merchant, its sealed file and a computer with a keyring. */
const setUpTest = test.extend<{ office: Awaited<ReturnType<typeof openOffice>> }>({
  office: async ({ hostKind, dataFolder }, use, info) => {
    needs(skip, keyringMissing())
    const endings: (() => void | Promise<void>)[] = []
    try {
      const place = { packaged: hostKind === 'packaged', dataFolder, stick: info.outputPath('.') }
      await use(await openOffice(place, (work) => endings.unshift(work)))
    } finally {
      for (const end of endings) await end()
    }
  },
})

async function writeSetUp(folder: string, merchant: Settings['merchant'], password: string) {
  const settings = { ...FIRST_SETTINGS, language: 'en', shop: OWN_SELLER, merchant } as const
  const setUp: SealedFile = {
    ...filedSettings(settings, null, Date.now()),
    ...{ password, people: [], terminals: {}, goods: null },
  }
  const code = newCode()
  const file = join(folder, 'shop-K01-2026-11-24-sealed.json')
  writeFileSync(file, await sealedText(setUp, code))
  return { file, code }
}

type Place = { readonly packaged: boolean; readonly dataFolder: string; readonly stick: string }

async function openOffice(
  { packaged, dataFolder, stick }: Place,
  atEnd: (work: () => void | Promise<void>) => void,
) {
  const kind = packaged ? 'packaged' : 'electron'
  const practice = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
  atEnd(() => practice.stop())
  const { url: baseUrl, username, password, invoice_code: invoiceCode } = practice.address
  const { file, code } = await writeSetUp(stick, { baseUrl, username, invoiceCode }, password)
  const codeFile = join(stick, 'code.txt')
  writeFileSync(codeFile, `${code}\n`)
  const env = await openKeyring(atEnd)

  const run = (args: readonly string[], input = '') => runBare(['--set-up', file, ...args], input)
  const runBare = async (args: readonly string[], input = '') => {
    // A packaged app starts itself.
    const program = packaged ? [] : [inProject('.')]
    const child = spawn(
      executableOf(kind),
      [...(isRoot() ? ['--no-sandbox'] : []), STORE, ...program, ...args],
      { env: { ...process.env, ...env, TUGRIK_DATA: dataFolder }, stdio: ['pipe', 'pipe', 'pipe'] },
    )
    child.stdin.end(input)
    const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { printed, said, code: child.exitCode, commandLine: child.spawnargs.join(' ') }
  }
  const open = async () => {
    const host = await openHost(kind, { dataFolder, practice: null, electron: { args: [STORE], env } })
    atEnd(host.kill)
    return host
  }
  return { file, code, codeFile, password, practice, run, runBare, open }
}

setUpTest(
  'a till is set up with the code from a file, and a second run changes nothing',
  inElectron('the command line of the product', '@packaged'),
  async ({ office, dataFolder }) => {
    test.setTimeout(180_000) // eight starts of the program
    const { run, open, code, codeFile, password, practice } = office
    const args = ['--code-file', codeFile, '--terminal', 'K07']
    const dry = await run([...args, '--dry-run'])
    expect(dry).toMatchObject({ code: 0 })
    expect(dry.printed).toContain('Till K07 would change:\n  terminalCode: "K01" -> "K07"\n')
    const done = await run(args)
    expect(done).toMatchObject({ code: 0 })
    expect(done.printed).toContain('Till K07 is set up.\n')
    const again = await run(args)
    expect(again).toMatchObject({ code: 0, printed: 'Till K07 is set up already. Nothing changes.\n' })

    const logs = readdirSync(join(dataFolder, 'logs')).map((name) =>
      readFileSync(join(dataFolder, 'logs', name), 'utf8'),
    )
    const seen = [dry, done, again].flatMap((one) => [one.printed, one.said, one.commandLine])
    for (const secret of [code, password])
      for (const told of [...logs, ...seen]) expect(told).not.toContain(secret)

    const host = await open()
    expect(await viewOf(host.page)).toMatchObject({
      mode: 'live',
      settings: { terminalCode: 'K07', shop: { name: OWN_SELLER.name } },
    })
    const [goods] = OWN_GOODS
    await host.page.evaluate((one) => window.pos.call('saveGoods', { was: null, goods: one }), goods)
    await ringUp(host.page, 'талх')
    const { invoiceId } = await charge(host.page)
    expect((await practiceControl(practice.address).state()).invoices).toContainEqual(
      expect.objectContaining({ invoice_id: invoiceId }),
    )
    const busy = await run(args)
    expect(busy).toMatchObject({ code: 3, printed: '' })
    await host.page.evaluate(() => window.pos.call('saveSettings', { cashRounding: '10' }))
    await host.close()
    const older = await run(args)
    expect(older.said).toMatch(/\(SET_UP_OLDER: (\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?( < )?){2}\)/)
    expect(older).toMatchObject({ code: 1, printed: '' })
    const olderDry = await run([...args, '--dry-run'])
    expect(olderDry).toMatchObject({ code: 1, said: expect.stringContaining('(SET_UP_OLDER: ') })
    expect(olderDry.printed).toContain('Till K07 would change:\n  The file of 2')
  },
)

setUpTest(
  'the code may come from the standard input; a wrong one and a damaged file change nothing',
  inElectron('the command line of the product'),
  async ({ office, dataFolder }) => {
    const { run, runBare, code, codeFile, file } = office
    const args = ['--terminal', 'K07']
    const nameless = await runBare(['--set-up', '--dry-run'])
    for (const texts of [TEXTS.mn, TEXTS.en]) expect(nameless.said).toContain(texts['setUp.shell.file'])
    expect(nameless).toMatchObject({ code: 1, printed: '' })
    for (const typed of ['', '1'.repeat(25)]) {
      const wrong = await run(args, typed)
      expect(wrong.said).toContain('SHOP_FILE_CODE_WRONG')
      for (const texts of [TEXTS.mn, TEXTS.en])
        expect(wrong.said).toContain(texts['failure.SHOP_FILE_CODE_WRONG'])
      expect(wrong).toMatchObject({ code: 1, printed: '' })
    }
    const missing = await run(['--code-file', `${file}.txt`, ...args])
    expect(missing.said).toContain('FILE_MISSING')
    expect(missing).toMatchObject({ code: 1, printed: '' })
    expect(readdirSync(dataFolder)).not.toContain('register.sqlite')
    const unlisted = await run(['--code-file', codeFile])
    expect(unlisted.said).toContain(`(SET_UP_TERMINAL_MISSING: ${hostname()})`)
    expect((await run(args, `${code}\n`)).code).toBe(0)
    const content = readFileSync(file, 'utf8')
    expect(await openSealed(content, code)).toMatchObject({ people: [] })
    writeFileSync(file, content.replace('"shop": "', '"shop": "x'))
    const damaged = await run(args, code)
    expect(damaged.said).toContain('FILE_DAMAGED')
    expect(damaged.code).toBe(1)
  },
)

setUpTest(
  'a service that cannot be reached has an exit code of its own, and the till stays new',
  inElectron('the command line of the product'),
  async ({ office }) => {
    const { run, codeFile, practice } = office
    await practice.stop()
    const { code, said } = await run(['--code-file', codeFile, '--terminal', 'K07'])
    expect(said).toContain('SERVICE_UNANSWERED')
    expect(code).toBe(4)
  },
)

test('an owner makes a sealed file, and its code is shown until it is written down', async ({
  page,
}, info) => {
  const service = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
  try {
    await openSettings(page)
    const card = page.getByTestId('shop-file')
    await choose(card, 'file.sealed.yes')
    await expect(button(card, 'file.write')).toHaveCount(0)
    await connectMerchant(page, service.address)
    await field(card, 'setUp.terminals').fill('POS-07 a code that is too long')
    await press(card, 'file.write')
    await expect(card).toContainText('POS-07 a code that is too long')
    await field(card, 'setUp.terminals').fill('POS-07 K07')
    await press(card, 'file.write')
    const code = (await card.getByTestId('file-code').textContent()) ?? ''
    expect(code).toMatch(/^(\d{5} ){4}\d{5}$/)
    await card.screenshot({ path: info.outputPath('made.png') })
    await expect(card.getByTestId('file-written')).toBeVisible()
    const [path = ''] = /\/.*json/.exec((await card.getByTestId('file-written').textContent()) ?? '') ?? []
    const opened = await openSealed(readFileSync(path, 'utf8'), code)
    expect(opened).toMatchObject({ password: service.address.password, terminals: { 'pos-07': 'K07' } })
    await press(card, 'recovery.written')
    await expect(card.getByTestId('file-code')).toHaveCount(0)
  } finally {
    await service.stop()
  }
})

test.describe('in the guide', () => {
  test.use({ newcomer: true })

  test('a sealed file on a stick is found, opened with its code, and not taken where no keyring keeps the password', async ({
    till,
  }, info) => {
    if (!isRoot()) skip('only root may make a folder where sticks are')
    needs(skip, systemLacks('linux', 'the folders of sticks are Linux’s'))
    const { page } = till
    const service = await startPracticeWithFaults({ clock: machineClock, log: silentLog })
    const stick = mkdtempSync('/mnt/tugrik-stick-')
    try {
      await expect(page.getByTestId('first-run')).toBeVisible()
      const { url: baseUrl, username, password, invoice_code: invoiceCode } = service.address
      const { code } = await writeSetUp(stick, { baseUrl, username, invoiceCode }, password)
      await press(page, 'setUp.look')
      const card = page.getByTestId('found-set-up')
      await expect(card).toContainText(OWN_SELLER.name)
      await field(card, 'setUp.found.terminal').fill('K07')
      await field(card, 'setUp.found.code').fill('1'.repeat(25))
      await press(card, 'setUp.check')
      await expect(card.getByTestId('set-up-failure')).toBeVisible()
      await field(card, 'setUp.found.code').fill(code)
      await press(card, 'setUp.check')
      await expect(card.getByTestId('set-up-failure')).toContainText(TEXTS.mn['failure.SET_UP_KEYRING'])
      await page.screenshot({ path: info.outputPath('found.png') })
      await expect(button(card, 'setUp.take')).toHaveCount(0)
      expect((await viewOf(page)).settings.merchant).toBeNull()
    } finally {
      rmSync(stick, { recursive: true, force: true })
      await service.stop()
    }
  })
})
