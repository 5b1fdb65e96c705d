/**
 * electron-builder runs this after each packing. It packs the native code that npm installed, whatever system and
 * architecture it packs for, and without its own a till draws no receipt.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { Arch } from 'electron-builder'

/** @param {import('electron-builder').AfterPackContext} context */
export function afterPack({ appOutDir, arch, electronPlatformName: platform }) {
  const wanted = `canvas-${platform}-${Arch[arch]}`
  const native = globSync(join(appOutDir, '**/app.asar.unpacked/**/*.node'))
  if (native.length === 0 || !native.every((file) => file.includes(wanted)))
    throw new Error(`the native code is not for ${platform} ${Arch[arch]}: ${native.join(' ')}`)
}
