import type { FoundPrinters } from '../../../../../shared/shop/printing.ts'
import type { PrinterSettings } from '../../../../../shared/shop/settings.ts'

export const BAUDS = ['9600', '19200', '38400', '57600', '115200'] as const
type Baud = (typeof BAUDS)[number]

/** A printer as typed. Fields of the other kinds are kept while a person switches between kinds. */
export type PrinterDraft = {
  readonly kind: PrinterSettings['kind']
  readonly host: string
  readonly port: string
  readonly path: string
  readonly baud: Baud
  readonly queue: string
  readonly profile: string
}

const FIRST: Omit<PrinterDraft, 'kind'> = {
  host: '',
  port: '9100',
  path: '',
  baud: '9600',
  queue: '',
  profile: 'escpos',
}

export function printerDraftOf(printer: PrinterSettings): PrinterDraft {
  switch (printer.kind) {
    case 'network':
      return { ...FIRST, ...printer, port: String(printer.port) }
    case 'device':
      return { ...FIRST, ...printer, baud: `${printer.baud}` }
    case 'raw-queue':
    case 'system':
      return { ...FIRST, ...printer }
    default:
      return { ...FIRST, kind: printer.kind }
  }
}

/** The printer settings to save. The main process validates them. */
export function printerOf({ kind, host, port, path, baud, queue, profile }: PrinterDraft): PrinterSettings {
  switch (kind) {
    case 'none':
      return { kind }
    case 'folder':
      return { kind, folder: null }
    case 'network':
      return { kind, host, port: Number(port || Number.NaN), profile }
    case 'device':
      return { kind, path, baud: BAUD_OF[baud], profile }
    case 'raw-queue':
      return { kind, queue, profile }
    case 'system':
      return { kind, queue }
  }
}

const BAUD_OF = { '9600': 9600, '19200': 19200, '38400': 38400, '57600': 57600, '115200': 115200 } as const

/** A found printer, and the fields that choosing it fills. */
export type FoundPrinter = {
  readonly kind: 'raw-queue' | 'system' | 'device' | 'network'
  readonly name: string
  /** The system's description of it. */
  readonly words: string
  readonly draft: Partial<PrinterDraft>
}

/** A queue of the system is filled in for the kind that is chosen, otherwise for pages, which every printer takes. */
export const foundPrinters = (
  { system, devices, network }: FoundPrinters,
  chosen: PrinterDraft['kind'],
): readonly FoundPrinter[] => [
  ...system.map(({ queue, words }) => {
    const kind = chosen === 'raw-queue' ? chosen : 'system'
    return { kind, name: queue, words, draft: { kind, queue } } as const
  }),
  ...devices.map(({ path, words }) => ({
    kind: 'device' as const,
    name: path,
    words,
    draft: { kind: 'device' as const, path },
  })),
  ...network.map(({ host, port }) => ({
    kind: 'network' as const,
    name: host,
    words: String(port),
    draft: { kind: 'network' as const, host, port: String(port) },
  })),
]
