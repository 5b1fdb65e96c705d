/** The files that packages are made of, which no library writes for us. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Arch } from 'electron-builder'
import { expect, test } from 'vitest'
import { readFuses, writeFuse } from '../../../../scripts/run/fuses.ts'
import { afterPack, LARGEST_ARCHIVE } from '../../../../scripts/run/package/after-pack.mjs'
import { controlFile } from '../../../../scripts/run/package/control-file.ts'
import { icnsOf, icoOf } from '../../../../scripts/run/package/icon-files.ts'
import { inProject } from '../../../../scripts/run/setup/project.mjs'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const drawn = (size: number) => ({
  size,
  png: readFileSync(inProject(`resources/package/icons/${size}x${size}.png`)),
})
const committed = (name: string): Buffer => readFileSync(inProject(`resources/package/${name}`))

test('the icons for Windows and macOS are made of the drawn pictures', () => {
  expect(committed('icon.ico').equals(icoOf([16, 24, 32, 48, 64, 128, 256].map(drawn)))).toBe(true)
  // 1024 is in the file alone, behind the others.
  const icns = icnsOf([16, 32, 64, 128, 256, 512].map(drawn))
  expect(icns.readUInt32BE(4)).toBe(icns.length)
  expect(committed('icon.icns').subarray(8, icns.length).equals(icns.subarray(8))).toBe(true)
})

test('the control file of a deb has a description of several lines, and no empty field', () => {
  const text = controlFile(
    {
      name: 'tugrik-pos',
      version: '1.2.3',
      architecture: 'arm64',
      maintainer: 'Somebody <somebody@shop.example>',
      url: 'https://shop.example',
      category: '',
      'deb-priority': 'optional',
      d: ['libgtk-3-0 | libgtk-3-0t64', 'libnss3'],
      'deb-recommends': [],
      description: 'A till\n that sells.\n',
    },
    1234,
  )
  expect(text).toBe(`Package: tugrik-pos
Version: 1.2.3
Architecture: arm64
Maintainer: Somebody <somebody@shop.example>
Installed-Size: 1234
Depends: libgtk-3-0 | libgtk-3-0t64, libnss3
Priority: optional
Homepage: https://shop.example
Description: A till
 that sells.
`)
})

test('one fuse of a program is changed, and no other byte', () => {
  const program = Buffer.from('…dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u000801001100…')
  const changed = writeFuse(program, 'onlyLoadAppFromAsar', false)
  expect(readFuses(changed)).toEqual({ ...readFuses(program), onlyLoadAppFromAsar: false })
  expect(changed.filter((byte, index) => byte !== program[index])).toHaveLength(1)
  expect(() => writeFuse(Buffer.from('no Electron'), 'runAsNode', true)).toThrow('without fuses')
})

test('every packing ends before its installer when the archive is too large', () => {
  const appOutDir = temporaryFolder()
  const native = join(appOutDir, 'resources/app.asar.unpacked/canvas-linux-x64')
  mkdirSync(native, { recursive: true })
  writeFileSync(join(native, 'skia.node'), '')
  const archive = join(appOutDir, 'resources/app.asar')
  const packedWith = (bytes: number) => () => {
    writeFileSync(archive, '')
    truncateSync(archive, bytes)
    afterPack({ appOutDir, arch: Arch.x64, electronPlatformName: 'linux' })
  }
  expect(packedWith(LARGEST_ARCHIVE)).not.toThrow()
  expect(packedWith(LARGEST_ARCHIVE + 1)).toThrow('app.asar is too large')
})

test.each(['package', 'package-dir'])('npm run %s without an Electron ends with one line', async (script) => {
  const folder = temporaryFolder()
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, NODE_NO_WARNINGS: '1' }
  const run = promisify(execFile)(process.execPath, [inProject(`scripts/run/${script}.ts`)], { env })
  const failed = (await run.catch((error: unknown) => error)) as { code: number; stderr: string }
  expect(failed.code).toBe(1)
  expect(failed.stderr).toMatch(/^Nothing to pack: ELECTRON_OVERRIDE_DIST_PATH has no .+\n$/)
})
