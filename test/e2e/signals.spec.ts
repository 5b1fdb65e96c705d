/** Signals that by default end a program, or open Node's debugger, do neither to the till. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REGISTER_NAME } from '../../main/register/index.ts'
import { listens } from '../../scripts/attack/program.ts'
import { attach } from '../../scripts/hosts/electron-host.ts'
import { startElectron } from '../../scripts/hosts/electron-program.ts'
import { findHost } from '../../scripts/hosts/index.ts'
import { inProject } from '../../scripts/setup/project.mjs'
import { expect, skip, test } from '../support/hosts.ts'
import { needs, systemLacks } from '../support/needs.ts'

/** Where Node's debugger listens without a choice of a port. */
const DEBUGGER = 9_229

test('SIGUSR1 and SIGUSR2 neither end the till nor open a debugger', async ({ hostKind }, info) => {
  if (hostKind !== 'electron') skip('only Electron runs the packaged program')
  needs(skip, systemLacks('posix', 'Windows has no such signals'))
  const found = findHost('electron')
  if ('missing' in found) throw new Error(found.missing)
  const folder = info.outputPath('data')
  const till = await startElectron({
    executable: found.executable,
    args: [inProject('.')],
    env: { TUGRIK_DATA: folder },
  })
  try {
    const page = await attach(till.port)
    for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) {
      till.child.kill(signal)
      await expect.poll(() => readFileSync(join(folder, 'logs', 'terminal.log'), 'utf8')).toContain(signal)
    }
    expect(await listens(DEBUGGER)).toBe(false)
    expect(await page.evaluate(() => window.pos.call('getView'))).toMatchObject({ ok: true })
  } finally {
    await till.kill()
  }
})

test('a till that the system ends while it starts ends in order and shows no failure', async ({
  hostKind,
}, info) => {
  if (hostKind !== 'electron') skip('only Electron runs the packaged program')
  needs(skip, systemLacks('posix', 'Windows has no such signals'))
  const found = findHost('electron')
  if ('missing' in found) throw new Error(found.missing)
  const folder = info.outputPath('data')
  const till = await startElectron({
    executable: found.executable,
    args: [inProject('.')],
    env: { TUGRIK_DATA: folder },
  })
  try {
    await expect.poll(() => existsSync(join(folder, REGISTER_NAME)), { intervals: [1] }).toBe(true)
    till.child.kill('SIGTERM')
    await till.exited // a box with a failure would keep it open
    expect(till.child.exitCode).toBe(0)
    expect(readFileSync(join(folder, 'logs', 'terminal.log'), 'utf8')).not.toContain('could not start')
  } finally {
    await till.kill()
  }
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  test(`on ${signal} a till ends in order`, async ({ hostKind }, info) => {
    if (hostKind !== 'electron') skip('only Electron runs the packaged program')
    needs(skip, systemLacks('posix', 'Windows has no such signals'))
    const found = findHost('electron')
    if ('missing' in found) throw new Error(found.missing)
    const till = await startElectron({
      executable: found.executable,
      args: [inProject('.')],
      env: { TUGRIK_DATA: info.outputPath('data') },
    })
    try {
      await attach(till.port)
      till.child.kill(signal)
      await till.exited
      expect([till.child.exitCode, till.child.signalCode]).toEqual([0, null])
    } finally {
      await till.kill()
    }
  })
