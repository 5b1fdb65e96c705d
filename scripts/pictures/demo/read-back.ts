import { spawnSync } from 'node:child_process'

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
