import type { PaperWidth, PrinterSettings } from '../../shared/settings.ts'
import type { Clock } from '../environment.ts'
import { devicePrinter } from './device.ts'
import { folderPrinter } from './folder.ts'
import { networkPrinter } from './network.ts'
import type { PrinterManners } from './printer-talk.ts'
import { missingPrinter } from './printer-trouble.ts'
import { profileNamed } from './profiles.ts'
import { type SilentPrint, systemPrinter } from './system.ts'
import type { PrinterDriver } from './types.ts'

export type DriverParts = {
  readonly clock: Clock
  /** The folder of the test printer. Null in live mode. */
  readonly printFolder: string | null
  readonly paperWidth: PaperWidth
  /** The system's printers on Windows. */
  readonly silentPrint?: SilentPrint
}

/** The driver of these settings. Opens nothing yet. */
export function openDriver(settings: PrinterSettings, parts: DriverParts): PrinterDriver {
  const { clock, printFolder, paperWidth } = parts
  switch (settings.kind) {
    case 'none':
      return missingPrinter
    case 'folder':
      return printFolder === null ? missingPrinter : folderPrinter({ folder: printFolder })
    case 'network': {
      const { host, port, profile } = settings
      const manners = mannersOf(`${host}:${port}`)
      return networkPrinter({ host, port, clock, manners, profile: profileNamed(profile) })
    }
    case 'device': {
      const { path, baud, profile } = settings
      return devicePrinter({ path, baud, clock, manners: mannersOf(path), profile: profileNamed(profile) })
    }
    case 'system': {
      const { silentPrint } = parts
      return systemPrinter({
        queue: settings.queue,
        width: paperWidth,
        clock,
        ...(silentPrint ? { silentPrint } : {}),
      })
    }
  }
}

/** Each print makes a new driver, so the facts learned about a printer are kept here, by address. */
const known = new Map<string, PrinterManners>()

function mannersOf(address: string): PrinterManners {
  const manners = known.get(address) ?? { answersInTurn: true }
  known.set(address, manners)
  return manners
}
