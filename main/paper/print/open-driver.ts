import type { PaperWidth, PrinterSettings } from '../../../shared/shop/settings.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { cupsPrinter } from './cups.ts'
import { devicePrinter } from './device.ts'
import { folderPrinter } from './folder.ts'
import type { JobMark } from './job-mark.ts'
import { networkPrinter } from './network.ts'
import { type PowerShell, powerShell, shellForEachQueue } from './powershell.ts'
import type { PrinterManners } from './printer-talk.ts'
import { missingPrinter } from './printer-trouble.ts'
import { profileNamed } from './profiles.ts'
import { spoolerPrinter } from './spooler.ts'
import { type SilentPrint, systemPrinter } from './system.ts'
import type { PrinterDriver } from './types.ts'

export type DriverParts = {
  readonly clock: Clock
  /** Of the jobs in a queue of the system. */
  readonly mark: JobMark
  /** The folder of the test printer. Null in live mode. */
  readonly printFolder: string | null
  readonly paperWidth: PaperWidth
  /** The system's printers on Windows. */
  readonly silentPrint?: SilentPrint
  readonly platform?: NodeJS.Platform
  readonly environment?: NodeJS.ProcessEnv
  /** The PowerShell that looks into this queue of Windows. */
  readonly shellOf?: (queue: string) => PowerShell
}

/** The driver of these settings. Opens nothing yet. */
export function openDriver(settings: PrinterSettings, parts: DriverParts): PrinterDriver {
  const {
    clock,
    mark,
    printFolder,
    paperWidth,
    platform = process.platform,
    environment = process.env,
  } = parts
  const shellOf = parts.shellOf ?? sharedShells(clock)
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
    case 'raw-queue': {
      const profile = profileNamed(settings.profile)
      const { queue } = settings
      return platform === 'win32'
        ? spoolerPrinter({ queue, mark, profile, shell: shellOf(queue), clock })
        : cupsPrinter({ queue, mark, raw: profile, clock, environment })
    }
    case 'system': {
      const { silentPrint } = parts
      return systemPrinter({
        queue: settings.queue,
        mark,
        width: paperWidth,
        clock,
        ...(platform === 'win32' && { shell: shellOf(settings.queue) }),
        platform,
        environment,
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

let shells: ((queue: string) => PowerShell) | null = null

/** Of the whole program: each print makes a new driver. */
function sharedShells(clock: Clock): (queue: string) => PowerShell {
  shells ??= shellForEachQueue(() => powerShell({ clock }))
  return shells
}
