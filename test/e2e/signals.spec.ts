/** Signals that by default open Node's debugger do nothing to the till, and those that end a program end it in order. */
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { REGISTER_NAME } from '../../main/storage/register/index.ts'
import { attach } from '../../scripts/run/hosts/electron-host.ts'
import { inProject } from '../../scripts/run/setup/project.mjs'
import { listens } from '../../scripts/trials/attack/program.ts'
import { expect, inElectron, skip, test } from '../support/hosts.ts'
import { needs, systemLacks } from '../support/needs.ts'
import { inOwnElectron } from '../support/own-electron.ts'

/** Where Node's debugger listens without a choice of a port. */
const DEBUGGER = 9_229

test.beforeEach(() => {
  needs(skip, systemLacks('posix', 'Windows has no such signals'))
})

test(
  'SIGUSR1 and SIGUSR2 do not stop the till and do not open a debugger',
  inElectron('signals to the program'),
  async () => {
    const dataFolder = test.info().outputPath('data')
    await inOwnElectron({ dataFolder }, async (till) => {
      const page = await attach(till.port)
      for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) {
        till.child.kill(signal)
        await expect
          .poll(() => readFileSync(join(dataFolder, 'logs', 'terminal.log'), 'utf8'))
          .toContain(signal)
      }
      expect(await listens(DEBUGGER)).toBe(false)
      expect(await page.evaluate(() => window.pos.call('getView'))).toMatchObject({ ok: true })
    })
  },
)

test(
  'SIGTERM during the start shuts the till down cleanly, without an error message',
  inElectron('signals to the program'),
  async () => {
    const dataFolder = test.info().outputPath('data')
    await inOwnElectron({ dataFolder }, async (till) => {
      await expect.poll(() => existsSync(join(dataFolder, REGISTER_NAME)), { intervals: [1] }).toBe(true)
      till.child.kill('SIGTERM')
      await till.exited // a box with a failure would keep it open
      expect(till.child.exitCode).toBe(0)
      expect(readFileSync(join(dataFolder, 'logs', 'terminal.log'), 'utf8')).not.toContain('could not start')
    })
  },
)

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  test(`${signal} shuts the till down cleanly`, inElectron('signals to the program'), async () => {
    await inOwnElectron({ dataFolder: test.info().outputPath('data') }, async (till) => {
      await attach(till.port)
      till.child.kill(signal)
      await till.exited
      expect([till.child.exitCode, till.child.signalCode]).toEqual([0, null])
    })
  })

test(
  'SIGTERM ends the till even if one of its threads hangs in native code',
  inElectron('signals to the program'),
  async () => {
    const folder = test.info().outputPath('program')
    const pipe = join(folder, 'pipe')
    for (const part of ['out', 'resources', 'package.json'])
      cpSync(inProject(part), join(folder, part), { recursive: true })
    symlinkSync(inProject('node_modules'), join(folder, 'node_modules'))
    execFileSync('mkfifo', [pipe])
    // Opening the pipe blocks until somebody opens its other end, just as a read from a dead drive blocks.
    writeFileSync(
      join(folder, 'out/main/canvas-worker.js'),
      `import { readFileSync } from 'node:fs'\nreadFileSync(${JSON.stringify(pipe)})`,
    )
    await inOwnElectron({ dataFolder: test.info().outputPath('data'), program: folder }, async (till) => {
      const page = await attach(till.port)
      await page.evaluate(() => window.pos.call('printTestPage', { printer: 'main' }))
      let end: number | null = null
      await expect.poll(() => (end ??= endOf(pipe))).not.toBeNull()
      till.child.kill('SIGTERM')
      await till.exited
      expect(till.child.signalCode).toBe('SIGKILL')
      closeSync(Number(end))
    })
  },
)

/** Opens the pipe for writing. Null as long as no process is opening it for reading. */
function endOf(pipe: string): number | null {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return null
  }
}
