/**
 * electron-builder runs this after each packing, and makes no installer when it throws. It packs the native code that npm
 * installed, whatever system and architecture it packs for, and without its own a till draws no receipt.
 */
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Arch } from 'electron-builder'

/**
 * In bytes. It consists mostly of the pages, the main process, undici and SheetJS. A larger archive contains files that
 * are not needed at run time.
 */
export const LARGEST_ARCHIVE = 9e6

/** @param {Pick<import('electron-builder').AfterPackContext, 'appOutDir' | 'arch' | 'electronPlatformName'>} context */
export function afterPack({ appOutDir, arch, electronPlatformName: platform }) {
  const wanted = `canvas-${platform}-${Arch[arch]}`
  const native = globSync(join(appOutDir, '**/app.asar.unpacked/**/*.node'))
  if (native.length === 0 || !native.every((file) => file.includes(wanted)))
    throw new Error(`the native code is not for ${platform} ${Arch[arch]}: ${native.join(' ')}`)
  for (const archive of globSync(join(appOutDir, '**/app.asar')))
    if (statSync(archive).size > LARGEST_ARCHIVE)
      throw new Error(`app.asar is too large, ${statSync(archive).size} bytes: see what it contains`)
}
