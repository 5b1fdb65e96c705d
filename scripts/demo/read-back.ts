import { spawnSync } from 'node:child_process'

/** The QR codes in a picture, as a barcode reader that is not ours reads them; null where none is on the machine. */
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

/** Whether a picture holds just this code; null where nothing can read it. */
export function readsBack(picture: string, text: string): boolean | null {
  return readCodes(picture)?.includes(text) ?? null
}
