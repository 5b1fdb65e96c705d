import { failure } from '../../../shared/failure.ts'
import type { PaperWidth } from '../../../shared/shop/settings.ts'
import { inTime } from '../../base/sleep.ts'
import type { Raster } from '../draw/index.ts'
import { cupsPrinter } from './cups.ts'
import type { QueueParts } from './job-mark.ts'
import type { PowerShell } from './powershell.ts'
import { missingPrinter } from './printer-trouble.ts'
import { followJob, removeJobs } from './spooler.ts'
import { foundSchema } from './spooler-answers.ts'
import type { PrinterDriver, PrintOutcome, PrintRequest } from './types.ts'

/**
 * Electron's print without a dialog, for Windows. The result only says whether the queue took the page. The page's title
 * is the name of the job.
 */
export type SilentPrint = (html: string, page: SilentPage) => Promise<'done' | 'failed' | 'no such printer'>
type SilentPage = { readonly queue: string; readonly widthMm: PaperWidth; readonly heightMm: number }

export type SystemPrinterParts = QueueParts & {
  readonly width: PaperWidth
  readonly platform?: NodeJS.Platform
  readonly silentPrint?: SilentPrint
  /** Looks into the queues of Windows. */
  readonly shell?: PowerShell
  readonly environment?: NodeJS.ProcessEnv
}

const SILENT_MS = 60_000
const FIND_MS = 10_000

/** A printer of the system, by the name of its queue. Outside Windows it is CUPS, whose job status decides. */
export function systemPrinter({
  platform = process.platform,
  environment = process.env,
  ...parts
}: SystemPrinterParts): PrinterDriver {
  if (platform !== 'win32') return cupsPrinter({ ...parts, environment })
  const { silentPrint, shell } = parts
  return silentPrint && shell ? silentPrinter({ ...parts, silentPrint, shell }) : missingPrinter
}

type SilentParts = SystemPrinterParts & { readonly silentPrint: SilentPrint; readonly shell: PowerShell }

const silentPrinter = (parts: SilentParts): PrinterDriver => ({
  replaces: false,
  open: async () => ({
    ok: true,
    printer: {
      print: (request) => print(parts, request),
      status: async () => ({ ready: true, paperLow: false }),
      drawer: async () => failure('DRAWER_MISSING'),
      close: async () => {},
    },
  }),
})

async function print(parts: SilentParts, { name, html, raster }: PrintRequest): Promise<PrintOutcome> {
  const { queue, mark, width, clock, silentPrint, limitMs = SILENT_MS } = parts
  const title = mark + name
  try {
    await removeJobs(parts)
    const older = await jobNamed(parts, title)
    const page = silentPrint(html(title), { queue, widthMm: width, heightMm: lengthOf(raster) })
    const end = await inTime(clock, limitMs, page)
    if (end === 'no such printer') return { printed: false, failure: failure('PRINTER_UNREACHABLE', queue) }
    if (end === 'failed') return { printed: false, failure: failure('PRINTER_FAILED') }
    const found = end === 'done' ? await jobNamed(parts, title) : null
    // Without the answer before the print, the job may be an older one.
    if (older !== null && found?.job && found.job !== older.job)
      return followJob(parts, { ...found, job: found.job })
    if (end === null) await removeJobs(parts)
    return { printed: false, failure: failure('PRINT_UNCONFIRMED'), begun: true }
  } catch (error) {
    return { printed: false, failure: failure('PRINTER_FAILED', String(error)), begun: true }
  }
}

async function jobNamed({ queue, shell }: SilentParts, name: string) {
  const answer = await shell.ask({ do: 'find', queue, name }, FIND_MS)
  return answer.kind === 'answer' ? foundSchema.parse(answer.fields) : null
}

/** The page's length in mm: 8 dots are a millimetre, and text takes a little more space than its dots. */
const lengthOf = ({ height }: Raster): number => Math.ceil((height / 8) * 1.05) + 6
