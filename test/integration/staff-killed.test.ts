/** Kills or cuts the power at each step while the list of staff is written. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../main/environment.ts'
import { staffFile } from '../../main/staff/staff-file.ts'
import { hire, PINS } from '../support/staff.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openPractice, startTill } from '../support/terminal.ts'
import { emptyDisk, productRoom, runUnderPowerLoss } from '../support/under-power-loss.ts'

const LIST = 'staff.json'

const RENAMES_ALL = `
  const { staffFile } = await import('${productRoom('main/staff/staff-file.ts')}')
  const log = { info() {}, warn() {}, error() {} }
  const file = staffFile(process.env.FOLDER, Date.now, log)
  const renamed = file.read().map((one) => ({ ...one, name: one.name + ' шинэ' }))`

/** Kills the process at its n-th file operation; when that is a write, half of it is written. */
const KILLED = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  ${RENAMES_ALL}
  let left = Number(process.env.DIE_AT)
  for (const name of ['rmSync', 'writeFileSync', 'renameSync', 'openSync', 'fsyncSync', 'closeSync']) {
    const real = fs[name]
    fs[name] = (...args) => {
      if (left-- > 0) return real(...args)
      if (name === 'writeFileSync') real(args[0], args[1].slice(0, args[1].length / 2))
      process.kill(process.pid, 'SIGKILL')
      for (;;);
    }
  }
  syncBuiltinESMExports()
  file.write(renamed)
  process.exit(0)`

/** A list of three staff with their PINs. */
async function hired(): Promise<string> {
  const { address } = await openPractice()
  const folder = temporaryFolder()
  const till = await startTill({ folder, practice: address })
  await hire(till)
  await till.stop()
  return folder
}

/** How the process ended: its exit code, or the signal. */
function run(source: string, env: Record<string, string>): Promise<NodeJS.Signals | number | null> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
}

const textIn = (folder: string): string => readFileSync(join(folder, LIST), 'utf8')
const namesIn = (folder: string): readonly string[] =>
  (JSON.parse(textIn(folder)) as { people: { name: string }[] }).people.map(({ name }) => name)

test('killed at any step of writing the list, the till has the old list or the new one, and people can sign in', async () => {
  const shop = await hired()
  const old = textIn(shop)
  const oldNames = namesIn(shop)
  const newNames = oldNames.map((name) => `${name} шинэ`)
  const found: string[] = []
  for (let dieAt = 0; ; dieAt++) {
    const folder = mkdtempSync(join(temporaryFolder(), 'killed-'))
    cpSync(join(shop, LIST), join(folder, LIST))
    const signal = await run(KILLED, { FOLDER: folder, DIE_AT: String(dieAt) })
    const left = textIn(folder)
    expect([oldNames, newNames]).toContainEqual(namesIn(folder))
    found.push(left === old ? 'old' : 'new')
    const again = staffFile(folder, Date.now, silentLog)
    expect(again.damaged).toBe(false)
    // What a cut-off write left does not disturb the next write.
    again.write(again.read())
    expect(readdirSync(folder)).toEqual([LIST])
    if (signal === 0) break
    expect(signal).toBe('SIGKILL')
  }
  expect(found.length).toBeGreaterThan(4)
  expect(found).toEqual([...found].sort().reverse())
  expect(new Set(found)).toEqual(new Set(['old', 'new']))
})

test('killed while the list was written, the terminal starts locked and lets its staff in', async () => {
  const folder = await hired()
  expect(await run(KILLED, { FOLDER: folder, DIE_AT: '1' })).toBe('SIGKILL')
  expect(readdirSync(folder)).toContain(`${LIST}.tugrik-new`)
  const { address } = await openPractice()
  const till = await startTill({ folder, practice: address })
  expect(await till.view()).toMatchObject({ staffed: true, locked: true })
  const { people, damaged } = await till.ask('listStaff')
  expect(damaged).toBe(false)
  const owner = people.find(({ role }) => role === 'owner')
  await till.ask('signIn', { staffId: owner?.id ?? '', pin: PINS.owner })
  expect(await till.view()).toMatchObject({ locked: false, person: { role: 'owner' } })
})

test('after a power cut at any moment of writing it, the list is the old one or the new one', async () => {
  const shop = await hired()
  const disk = emptyDisk()
  cpSync(join(shop, LIST), join(disk, LIST))
  const old = namesIn(disk)
  const { missed, at } = await runUnderPowerLoss(`${RENAMES_ALL}\n file.write(renamed)`, undefined, disk)
  expect(missed(disk)).toEqual([])
  expect(namesIn(disk)).toEqual(old.map((name) => `${name} шинэ`))
  for (let cut = 0; cut < 40; cut++) {
    at(disk, cut / 39, cut + 1)
    expect([old, old.map((name) => `${name} шинэ`)]).toContainEqual(namesIn(disk))
    expect(staffFile(disk, Date.now, silentLog).damaged).toBe(false)
  }
})
