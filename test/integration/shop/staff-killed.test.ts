/** The process is killed, or the power is cut, at any moment while the list of staff is being stored. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REGISTER_NAME } from '../../../main/storage/register/index.ts'
import { handClock } from '../../support/hand-clock.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { needs } from '../../support/needs.ts'
import { inRegister } from '../../support/register-in.ts'
import { hire, PINS } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTill } from '../../support/terminal.ts'
import {
  emptyDisk,
  powerLossMissing,
  productModule,
  runUnderPowerLoss,
} from '../../support/under-power-loss.ts'

/** Renames all staff in one write, again and again; prints the number of each write that was stored. */
const renamesAll = (times: number): string => `
  const { openRegister } = await import('${productModule('storage/register')}')
  const log = { info() {}, warn() {}, error() {} }
  const register = await openRegister({ folder: process.env.FOLDER, log, now: Date.now })
  for (let round = 1; round <= ${times}; round++) {
    register.write('person', register.rows('person').map(({ key, body }) =>
      ({ key, body: JSON.stringify({ ...JSON.parse(body), name: 'Нэр ' + round }) })))
    process.stdout.write(round + '\\n')
  }
  register.close()`

/** The folder of a shop with a staff of three, with PINs. */
async function hired(): Promise<string> {
  const { till, folder } = await tillAtPractice()
  await hire(till)
  await till.stop()
  return folder
}

/** Kills the script after it has printed this many lines. Resolves with the last number that it printed. */
function killedAfter(lines: number, folder: string): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', renamesAll(10_000)], {
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString()
    if (said.split('\n').length > lines) child.kill('SIGKILL')
  })
  return new Promise((resolve) => child.once('close', () => resolve(Number(said.split('\n').at(-2) ?? 0))))
}

const namesIn = (folder: string): Promise<readonly string[]> =>
  inRegister(folder, ({ rows }) => {
    expect(rows('note')).toEqual([])
    return rows('person').map(({ body }) => (JSON.parse(body) as { name: string }).name)
  })

test('a till that is killed while staff are stored has all of one write, and none older than the last stored one', async () => {
  const shop = await hired()
  for (const lines of [1, 2, 5, 20, 50]) {
    const folder = mkdtempSync(join(temporaryFolder(), 'killed-'))
    cpSync(shop, folder, { recursive: true })
    const said = await killedAfter(lines, folder)
    const names = await namesIn(folder)
    expect(names).toHaveLength(3)
    expect(new Set(names).size).toBe(1)
    expect(Number(names[0]?.replace('Нэр ', ''))).toBeGreaterThanOrEqual(said)
  }
})

test('a till that is killed while staff are stored starts locked and lets its staff in', async () => {
  const folder = await hired()
  await killedAfter(3, folder)
  const { till } = await tillAtPractice({ folder })
  expect(await till.ask('getView')).toMatchObject({ locked: true })
  const { people, damaged } = await till.ask('listStaff')
  expect(damaged).toBe(false)
  const owner = people.find(({ role }) => role === 'owner')
  await till.ask('signIn', { staffId: owner?.id ?? '', pin: PINS.owner })
  expect(await till.view()).toMatchObject({ locked: false, person: { role: 'owner' } })
})

test('a till that is killed while an owner’s PIN is held goes on with the rest of the hold, whatever the wall clock shows', async () => {
  const clock = handClock()
  const { till, folder, address } = await tillAtPractice({ clock })
  const { owner } = await hire(till)
  await till.ask('lock')
  const wrong = () => till.reply('signIn', { staffId: owner.id, pin: '9631' })
  for (let made = 0; made < 9; made += 1) {
    await wrong()
    clock.advance(5 * 60_000)
  }
  expect(await wrong()).toMatchObject({ error: { name: 'PIN_WRONG', detail: String(15 * 60) } })
  clock.advance(4 * 60_000)
  const killed = mkdtempSync(join(temporaryFolder(), 'killed-'))
  cpSync(folder, killed, { recursive: true })

  const laterClock = handClock(clock.now() + 365 * 24 * 3_600_000)
  const later = await startTill({ folder: killed, practice: address, clock: laterClock })
  const right = () => later.reply('signIn', { staffId: owner.id, pin: PINS.owner })
  expect(await right()).toMatchObject({ error: { name: 'PIN_HELD', detail: String(11 * 60) } })
  laterClock.jump(-2 * 365 * 24 * 3_600_000)
  laterClock.advance(10 * 60_000)
  expect(await right()).toMatchObject({ error: { name: 'PIN_HELD', detail: '60' } })
  laterClock.advance(60_000)
  expect(await right()).toMatchObject({ ok: true })
})

test('after a power cut while staff are stored, the till has all of one write', async ({ skip }) => {
  needs(skip, powerLossMissing())
  const shop = await hired()
  const disk = emptyDisk()
  cpSync(join(shop, REGISTER_NAME), join(disk, REGISTER_NAME))
  const old = await namesIn(disk)
  const { missed, at } = await runUnderPowerLoss(renamesAll(3), undefined, disk)
  expect(missed(disk)).toEqual([])
  expect(await namesIn(disk)).toEqual(['Нэр 3', 'Нэр 3', 'Нэр 3'])
  for (let cut = 0; cut < 40; cut++) {
    at(disk, cut / 39, cut + 1)
    const names = await namesIn(disk)
    expect([
      old,
      ...[1, 2, 3].map((round) => [round, round, round].map((one) => `Нэр ${one}`)),
    ]).toContainEqual(names)
  }
})
