import type { Clock } from '../environment.ts'
import { openDeviceLine } from './device-line.ts'
import { type PrinterManners, TIMEOUT_MS, talkOver } from './printer-talk.ts'
import { troubleOf } from './printer-trouble.ts'
import { type PrinterProfile, profileNamed } from './profiles.ts'
import type { PrinterDriver } from './types.ts'

type DevicePrinterParts = {
  readonly path: string
  readonly baud: number
  readonly profile?: PrinterProfile
  readonly timeoutMs?: number
  readonly clock: Clock
  readonly platform?: NodeJS.Platform
  readonly manners?: PrinterManners
}

/** A receipt printer at a USB or a serial port. */
export function devicePrinter({
  path,
  baud,
  clock,
  profile = profileNamed('escpos'),
  timeoutMs = TIMEOUT_MS,
  platform = process.platform,
  manners = { answersInTurn: true },
}: DevicePrinterParts): PrinterDriver {
  return {
    replaces: false,
    open: async () => {
      try {
        const line = await openDeviceLine({ path, baud, timeoutMs, clock, platform })
        return { ok: true, printer: talkOver(line, { profile, timeoutMs, clock, manners }) }
      } catch (error) {
        return { ok: false, failure: troubleOf(error) }
      }
    },
  }
}
