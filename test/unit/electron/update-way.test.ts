/** How an update is installed, with the systems, their answers and the end of the program handed in. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type LastAct, updateWay } from '../../../main/electron/update-way.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

type Running = Partial<Parameters<typeof updateWay>[0]>

/** A till on that system; `agrees`: an administrator agrees to the installer. */
function tillOn(running: Running, { agrees = true } = {}) {
  const last: LastAct = { run: null }
  const done: string[] = []
  const executed: { file: string; args: readonly string[]; package: string | undefined }[] = []
  const way = updateWay(
    { platform: 'linux', environment: {}, execPath: '/opt/till', argv: ['till', '--no-sandbox'], ...running },
    {
      last,
      relaunch: ({ execPath, args }) => void done.push(['relaunch', execPath ?? 'itself', ...args].join(' ')),
      quit: () => void done.push('quit'),
      execute: async (file, args, { TUGRIK_PACKAGE }) => {
        executed.push({ file, args, package: TUGRIK_PACKAGE })
        // What PowerShell ends with where the person presses "No".
        if (!agrees) throw new Error('The operation was canceled by the user.')
      },
    },
  )
  const install = async (file: string, mayRun: () => Promise<boolean> = async () => true): Promise<void> => {
    if (way.command !== null) throw new Error('nothing installs it')
    await way.install(file, mayRun)
  }
  return { way, install, last, done, executed }
}

const windows: Running = { platform: 'win32', environment: { SystemRoot: 'D:\\Windows' }, argv: ['till.exe'] }
const EXE = String.raw`C:\Users\Д’Арк 'x' $(calc)\tugrik-pos-0.2.0-win-x64.exe`

test('on Windows the installer runs after the till has stopped, and its path is part of no command', async () => {
  const { install, last, done, executed } = tillOn(windows)
  await install(EXE)
  expect([done, executed]).toEqual([['quit'], []])
  await last.run?.()
  expect(executed).toMatchObject([{ package: EXE }])
  const [{ file = '', args = [] } = {}] = executed
  expect(file).toContain('D:')
  expect(args.at(-1)).toContain('-Verb RunAs')
  expect(args.join(' ')).not.toContain('0.2.0')
  expect(done).toEqual(['quit'])
})

test('on Windows the old version starts again where nobody agrees to the installer', async () => {
  const { install, last, done } = tillOn(windows, { agrees: false })
  await install(EXE)
  await last.run?.()
  expect(done).toEqual(['quit', 'relaunch itself'])
})

test('on Windows an installer that was exchanged while the till stopped is not run', async () => {
  const { install, last, done, executed } = tillOn(windows)
  await install(EXE, async () => false)
  await last.run?.()
  expect([executed, done]).toEqual([[], ['quit', 'relaunch itself']])
})

test('an AppImage is replaced and started again, with the switch of a till that root started', async () => {
  const folder = temporaryFolder()
  const appImage = join(folder, 'till.AppImage')
  const next = join(folder, 'next')
  writeFileSync(appImage, 'old')
  writeFileSync(next, 'new')
  const { install, done } = tillOn({
    environment: { APPIMAGE: appImage, APPDIR: '/tmp/.mount_till' },
    execPath: '/tmp/.mount_till/tugrik-pos',
  })
  let asked = 0
  await install(next, async () => ++asked > 1) // the first question is whether it is there already
  expect(readFileSync(appImage, 'utf8')).toBe('new')
  expect(done).toEqual([`relaunch ${appImage} --no-sandbox`, 'quit'])
})

test.each([
  ['linux', '.deb', String.raw`sudo dpkg -i '/home/Б'\''Дорж/a.deb'`],
  ['darwin', '.dmg', String.raw`open '/home/Б'\''Дорж/a.dmg'`],
] as const)('on %s a person types a line for the %s that any path fits', (platform, ending, line) => {
  const { way } = tillOn({ platform })
  expect(way.ending).toBe(ending)
  expect(way.command?.(`/home/Б'Дорж/a${ending}`)).toBe(line)
})
