import { writeFile } from 'node:fs/promises'
import { CommandRefused } from '../../shared/failure.ts'
import type { ParsedRequestOf } from '../../shared/ipc/index.ts'
import { writeDocument } from '../write-document.ts'
import type { CommandContext } from './command-context.ts'

/** What the host can do with the page that the cashier's window shows. Only Electron can; null elsewhere. */
export type PagePaper = {
  /** By the system's own dialog; whoever closes it has called it off. */
  readonly print: () => Promise<'done' | 'called off' | 'no printer' | 'failed'>
  readonly pdf: () => Promise<Uint8Array>
}

export async function printReport(
  { pagePaper, documents, settings }: CommandContext,
  { table, from, to, on }: ParsedRequestOf<'printReport'>,
): Promise<{ path: string | null }> {
  if (pagePaper === null) throw new CommandRefused('PAGE_PRINTING_MISSING')
  if (on === 'paper') {
    const end = await pagePaper.print()
    if (end === 'no printer') throw new CommandRefused('PAGE_PRINTER_MISSING')
    if (end === 'failed') throw new CommandRefused('PRINTER_JOB_ABORTED')
    return { path: null }
  }
  const name = settings.read().language === 'mn' ? 'tailan' : 'report'
  const pdf = await pagePaper.pdf()
  return writeDocument(documents, `${name}-${table}-${from}_${to}.pdf`, (draft) =>
    writeFile(draft, pdf, { flag: 'wx', flush: true }),
  )
}
