import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Takes pictures of the screen and numbers them in order. */
export function picturesIn(folder: string, page: Page) {
  const names: string[] = []
  return {
    take: async (name: string): Promise<string> => {
      const file = `${String(names.length + 1).padStart(2, '0')}-${name}.png`
      names.push(file)
      console.error(`… ${file}`) // progress goes to standard error: standard output has only the result
      await page.screenshot({ path: join(folder, file), animations: 'disabled' })
      return join(folder, file)
    },
    /** Names of the files in the folder. */
    taken: (): readonly string[] => names,
  }
}

export type Pictures = ReturnType<typeof picturesIn>

/** Reads the QR codes in a picture with an independent reader (zbarimg); null when it is not installed. */
export function readCodes(picture: string): readonly string[] | null {
  const { error, stdout } = spawnSync(
    'zbarimg',
    ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', picture],
    {
      encoding: 'utf8',
    },
  )
  return error ? null : stdout.split('\n').filter((line) => line !== '')
}

/** Whether a picture has exactly this QR code; null when no reader is installed. */
export function readsBack(picture: string, text: string): boolean | null {
  return readCodes(picture)?.includes(text) ?? null
}
