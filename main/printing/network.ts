import type { Clock } from '../environment.ts'
import { type PrinterManners, TIMEOUT_MS, talkOver } from './printer-talk.ts'
import { troubleOf } from './printer-trouble.ts'
import { type PrinterProfile, profileNamed } from './profiles.ts'
import { openSocketLine } from './socket-line.ts'
import type { PrinterDriver } from './types.ts'

type NetworkPrinterParts = {
  readonly host: string
  /** 9100 as a rule. */
  readonly port: number
  readonly profile?: PrinterProfile
  /** For the line to open, for each answer, for each piece of data to leave. */
  readonly timeoutMs?: number
  readonly clock: Clock
  readonly manners?: PrinterManners
}

/** A receipt printer that takes raw ESC/POS over TCP. */
export function networkPrinter({
  host,
  port,
  clock,
  profile = profileNamed('escpos'),
  timeoutMs = TIMEOUT_MS,
  manners = { answersInTurn: true },
}: NetworkPrinterParts): PrinterDriver {
  return {
    replaces: false,
    open: async () => {
      try {
        const line = await openSocketLine({ host, port, timeoutMs, clock })
        return { ok: true, printer: talkOver(line, { profile, timeoutMs, clock, manners }) }
      } catch (error) {
        return { ok: false, failure: troubleOf(error) }
      }
    },
  }
}
