/** A rescue and an import are interrupted at any moment: by a kill, or a power cut. */
import { spawn } from 'node:child_process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { openRegister } from '../../../main/storage/register/index.ts'
import { needs } from '../../support/needs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import {
  filled,
  mark,
  type OpenTillFile,
  pagesBehindRoots,
  spoilPages,
  TILL_FILES,
} from '../../support/till-files.ts'
import {
  emptyDisk,
  powerLossMissing,
  productModule,
  runUnderPowerLoss,
} from '../../support/under-power-loss.ts'

describe.each(TILL_FILES)('a power cut at any moment of a rescue of the $name', (kind) => {
  /** Cuts the power at many moments, and opens the file each time. */
  async function afterEachCut(backup: boolean, cuts: number, look: (opened: OpenTillFile) => unknown) {
    const disk = emptyDisk()
    const file = await filled(kind, disk, 400, { backup })
    const opened = await kind.open(disk)
    opened.add(401, 1)
    opened.close()
    const pages = pagesBehindRoots(file)
    spoilPages(file, [pages[Math.floor(pages.length / 2)] ?? 0])
    mark(file)
    const { at } = await runUnderPowerLoss(
      `const { openJournal, openRegister } = await import('${productModule(kind.module)}')
      const opened = ${kind.opens}
      opened.close()`,
      undefined,
      disk,
    )
    const found: unknown[] = []
    for (let cut = 0; cut < cuts; cut += 1) {
      at(disk, cut / (cuts - 1), cut + 1)
      const again = await kind.open(disk)
      found.push(look(again))
      again.close()
    }
    return found
  }

  test('loses no row, because the rescue is done again', async ({ skip }) => {
    needs(skip, powerLossMissing())
    const found = await afterEachCut(true, 60, (opened) => [opened.count(), opened.report() !== null])
    expect(found).toEqual(found.map(() => [401, true]))
  })

  test('leads to a report of the same losses', async ({ skip }) => {
    needs(skip, powerLossMissing())
    const found = await afterEachCut(false, 40, (opened) => opened.report()?.lost)
    expect(new Set(found).size).toBe(1)
  })
})

test('a power cut at any moment of an import leaves all old goods or all new ones, and everything else that was written meanwhile', async ({
  skip,
}) => {
  needs(skip, powerLossMissing())
  const disk = emptyDisk()
  const goods = (body: string) => Array.from({ length: 3000 }, (_, at) => ({ key: `k${at}`, body }))
  const before = await openRegister({ folder: disk, log: silentLog, now: Date.now })
  before.write('product', goods('1'))
  before.write('setting', [{ key: 'theme', body: '0' }])
  before.close()
  const { at, said } = await runUnderPowerLoss(
    `const { openRegister } = await import('${productModule('storage/register')}')
    const log = { info() {}, warn() {}, error() {} }
    const register = await openRegister({ folder: process.env.FOLDER, log, now: Date.now })
    let count = 0
    const progress = () => register.write('setting', [{ key: 'theme', body: String(++count) }])
    const goods = register.rows('product').map(({ key }) => ({ key, body: '2' }))
    await register.replaceAll('product', goods, { progress, stopped: () => false }, [{ key: 'told', body: '1' }])
    console.log('replaced')
    register.write('setting', [{ key: 'theme', body: '"light"' }])
    register.close()`,
    undefined,
    disk,
  )
  expect(said).toEqual(['replaced'])
  const seen = new Set<string>()
  let last = 0
  for (let cut = 0; cut < 80; cut++) {
    at(disk, cut / 79, cut + 1)
    const register = await openRegister({ folder: disk, log: silentLog, now: Date.now })
    const bodies = new Set(register.rows('product').map(({ body }) => body))
    const told = register.row('note', 'told') !== null
    const theme = register.row('setting', 'theme')?.body
    expect([cut, register.rows('note').length, bodies.size]).toEqual([cut, told ? 1 : 0, 1])
    expect([cut, [...bodies]]).toEqual([cut, [told ? '2' : '1']])
    if (theme !== '"light"') {
      // A write that was under way may be there at one cut and not at the next.
      expect(Number(theme)).toBeGreaterThanOrEqual(last - 1)
      last = Number(theme)
    }
    register.close()
    seen.add(theme === '"light"' ? 'after' : told ? 'new' : 'old')
  }
  expect([...seen]).toContain('old')
  expect([...seen]).toContain('after')
})

test('a second process cannot open a register that another process writes, and does not change it', async () => {
  const folder = temporaryFolder()
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
      const { openRegister } = await import('${productModule('storage/register')}')
      const log = { info() {}, warn() {}, error() {} }
      const register = await openRegister({ folder: process.env.FOLDER, log, now: Date.now })
      register.write('product', [{ key: 'a', body: '1' }])
      process.stdout.write('open\\n')
      process.stdin.once('data', () => { register.write('product', [{ key: 'a', body: '2' }]); register.close(); process.exit(0) })`,
    ],
    {
      env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', FOLDER: folder },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill())
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const second = await openRegister({ folder, log: silentLog, now: Date.now }).then(
    (register) => {
      register.close()
      return 'opened'
    },
    ({ failure }) => failure.name,
  )
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.stdin.write('go\n')
  await ended
  const register = await openRegister({ folder, log: silentLog, now: Date.now })
  const [row] = register.rows('product')
  register.close()
  expect([second, row?.body]).toEqual(['JOURNAL_LOCKED', '2'])
})
