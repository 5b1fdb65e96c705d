import { failure } from '../../shared/failure.ts'
import type { PaperWidth } from '../../shared/settings.ts'
import type { Clock } from '../environment.ts'
import type { Raster } from '../receipts/index.ts'
import { inTime } from '../sleep.ts'
import { cupsPrinter } from './cups.ts'
import { missingPrinter } from './printer-trouble.ts'
import type { PrinterDriver, PrintOutcome, PrintRequest } from './types.ts'

/** Electron's print without a dialog, for Windows. The result only says whether the queue took the page. */
export type SilentPrint = (html: string, page: SilentPage) => Promise<'done' | 'failed' | 'no such printer'>
type SilentPage = { readonly queue: string; readonly widthMm: PaperWidth; readonly heightMm: number }

export type SystemPrinterParts = {
  readonly queue: string
  readonly width: PaperWidth
  readonly clock: Clock
  readonly platform?: NodeJS.Platform
  readonly silentPrint?: SilentPrint
  readonly environment?: NodeJS.ProcessEnv
  readonly limitMs?: number
  readonly troubleMs?: number
}

const SILENT_MS = 60_000

/** A printer of the system, by the name of its queue. Outside Windows it is CUPS, whose job status decides. */
export function systemPrinter({
  platform = process.platform,
  environment = process.env,
  ...parts
}: SystemPrinterParts): PrinterDriver {
  if (platform !== 'win32') return cupsPrinter({ ...parts, environment })
  const { silentPrint } = parts
  return silentPrint ? silentPrinter(parts, silentPrint) : missingPrinter
}

const silentPrinter = (parts: SystemPrinterParts, silentPrint: SilentPrint): PrinterDriver => ({
  replaces: false,
  open: async () => ({
    ok: true,
    printer: {
      print: (request) => print(parts, silentPrint, request),
      status: async () => ({ ready: true, paperLow: false }),
      drawer: async () => failure('DRAWER_MISSING'),
      close: async () => {},
    },
  }),
})

async function print(
  { queue, width, clock, limitMs = SILENT_MS }: SystemPrinterParts,
  silentPrint: SilentPrint,
  { html, raster }: PrintRequest,
): Promise<PrintOutcome> {
  try {
    const end = await inTime(
      clock,
      limitMs,
      silentPrint(html(), { queue, widthMm: width, heightMm: lengthOf(raster) }),
    )
    if (end === 'done') return { printed: true, files: [] }
    if (end === 'no such printer') return { printed: false, failure: failure('PRINTER_UNREACHABLE', queue) }
    if (end === 'failed') return { printed: false, failure: failure('PRINTER_JOB_ABORTED') }
    return { printed: false, failure: failure('PERHAPS_PRINTED'), begun: true }
  } catch (error) {
    return { printed: false, failure: failure('PRINTER_FAILED', String(error)), begun: true }
  }
}

/** The page's length in mm: 8 dots are a millimetre, and text takes a little more space than its dots. */
const lengthOf = ({ height }: Raster): number => Math.ceil((height / 8) * 1.05) + 6
