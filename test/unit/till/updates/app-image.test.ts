import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownAppImage, replaceAppImage } from '../../../../main/till/updates/index.ts'
import { isFull } from '../../../support/full-runs.ts'
import { smallDisk } from '../../../support/small-disk.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

function installed() {
  const folder = temporaryFolder()
  const [appImage, file] = [join(folder, 'tugrik.AppImage'), join(temporaryFolder(), 'next.AppImage')]
  writeFileSync(appImage, 'old', { mode: 0o755 })
  writeFileSync(file, 'new')
  const isNew = async (path: string) => readFileSync(path, 'utf8') === 'new'
  return { folder, appImage, file, isNew }
}

test('an AppImage is replaced by one that may run, and the version before stays beside it', async () => {
  const { appImage, file, isNew } = installed()
  await replaceAppImage(appImage, file, isNew)
  expect(readFileSync(appImage, 'utf8')).toBe('new')
  expect(statSync(appImage).mode & 0o111).toBe(0o111)
  expect(readFileSync(`${appImage}.previous`, 'utf8')).toBe('old')
})

test('where the copy is not the signed file, the old AppImage stays and nothing is left', async () => {
  const { folder, appImage, file } = installed()
  await expect(replaceAppImage(appImage, file, async () => false)).rejects.toThrow('UPDATE_TAMPERED')
  expect(readFileSync(appImage, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['tugrik.AppImage'])
})

test('a second till of the same AppImage leaves what the first has installed, and the version before that', async () => {
  const { folder, appImage, file, isNew } = installed()
  await replaceAppImage(appImage, file, isNew)
  await replaceAppImage(appImage, file, isNew)
  expect(readFileSync(`${appImage}.previous`, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a disk that is full keeps the old AppImage, says so, and gets its space back', async (context) => {
  const disk = smallDisk(context, 1024)
  const { file } = installed()
  const appImage = join(disk, 'tugrik.AppImage')
  writeFileSync(appImage, 'old', { mode: 0o755 })
  writeFileSync(file, Buffer.alloc(2 << 20))
  await expect(replaceAppImage(appImage, file, async () => false)).rejects.toThrow('UPDATE_DISK_FULL')
  expect(readFileSync(appImage, 'utf8')).toBe('old')
  expect(readdirSync(disk)).toEqual(['tugrik.AppImage'])
})

test('the AppImage that a program inherits from another one is not its own', () => {
  const terminal = { APPIMAGE: '/home/shop/terminal.AppImage', APPDIR: '/tmp/.mount_termAb12' }
  expect(ownAppImage(terminal, '/opt/Tugrik POS/tugrik-pos')).toBeNull()
  expect(ownAppImage({ APPIMAGE: '/home/shop/x.AppImage' }, '/opt/tugrik-pos')).toBeNull()
  const own = { APPIMAGE: '/home/shop/tugrik.AppImage', APPDIR: '/tmp/.mount_tugrCd34' }
  expect(ownAppImage(own, '/tmp/.mount_tugrCd34/tugrik-pos')).toBe(own.APPIMAGE)
  expect(ownAppImage(own, '/tmp/.mount_tugrCd345/tugrik-pos')).toBeNull()
})

test('a till that is killed at any step of the installation leaves a whole AppImage that runs', async () => {
  const { folder, appImage, file } = installed()
  const program = (version: string) =>
    `#!/bin/sh\necho ${version}\nexit\n${'#'.repeat(3_000_000)}\n${version}`
  writeFileSync(file, program('new'))
  const steps = new Set<string>()
  for (let step = 1; ; step += isFull ? 1 : 4) {
    writeFileSync(appImage, program('old'))
    chmodSync(appImage, 0o755)
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', KILLED, appImage, file, String(step)],
      { cwd: process.cwd(), stdio: 'ignore' },
    )
    const signal = await new Promise((resolve) => child.on('exit', (_code, by) => resolve(by)))
    const version = execFileSync(appImage).toString().trim()
    expect(['old', 'new']).toContain(version)
    expect(readFileSync(appImage, 'utf8')).toBe(program(version))
    steps.add(version)
    if (signal === null) break
    expect(signal).toBe('SIGKILL')
  }
  expect([...steps]).toEqual(['old', 'new'])
  expect(readdirSync(folder).toSorted()).toEqual(['tugrik.AppImage', 'tugrik.AppImage.previous'])
})

/** Replaces an AppImage, and kills itself at this file operation of it. */
const KILLED = `
  import { readFileSync } from 'node:fs'
  import fs from 'node:fs/promises'
  import { syncBuiltinESMExports } from 'node:module'
  const [appImage, file, last] = process.argv.slice(1)
  let step = 0
  const at = () => { step += 1; if (step === Number(last)) process.kill(process.pid, 'SIGKILL') }
  for (const name of ['access', 'chmod', 'copyFile', 'link', 'rename', 'rm']) {
    const real = fs[name]
    fs[name] = async (...given) => { at(); const result = await real(...given); at(); return result }
  }
  syncBuiltinESMExports()
  const { replaceAppImage } = await import(process.cwd() + '/main/till/updates/app-image.ts')
  const wanted = readFileSync(file)
  await replaceAppImage(appImage, file, async (path) => { at(); return readFileSync(path).equals(wanted) })
`
