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

test('the icon for Windows holds the drawn pictures, each at the place that its entry names', () => {
  const pictures = [16, 24, 32, 48, 64, 128, 256].map(drawn)
  const ico = icoOf(pictures)
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index
    expect(ico.readUInt8(entry) || 256).toBe(size)
    const at = ico.readUInt32LE(entry + 12)
    expect(ico.subarray(at, at + ico.readUInt32LE(entry + 8)).equals(png)).toBe(true)
  }
  expect(committed('icon.ico').equals(ico)).toBe(true)
})

test('the icon for macOS holds the drawn pictures under the types of their sizes', () => {
  const icns = icnsOf([16, 32, 64, 128, 256, 512].map(drawn))
  expect(icns.readUInt32BE(4)).toBe(icns.length)
  const parts = partsOf(icns)
  expect(parts.map(({ type, width }) => `${type} ${width}`)).toEqual([
    ...[
      'icp4 16',
      'ic11 32',
      'icp5 32',
      'ic12 64',
      'ic07 128',
      'ic13 256',
      'ic08 256',
      'ic14 512',
      'ic09 512',
    ],
  ])
  // 1024 is in the file alone.
  expect(partsOf(committed('icon.icns'))).toEqual([...parts, { type: 'ic10', width: 1024 }])
})

/** `width` is read off the picture itself. */
function partsOf(icns: Buffer) {
  const parts: { type: string; width: number }[] = []
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4))
    parts.push({ type: icns.toString('latin1', at, at + 4), width: icns.readUInt32BE(at + 8 + 16) })
  return parts
}

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
