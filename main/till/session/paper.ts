/** The papers of a session, and the queue that prints them. */

import { join } from 'node:path'
import { createPapers } from '../../paper/facts/index.ts'
import { jobMark, receiptSeal } from '../../paper/print/index.ts'
import type { Runner } from '../../sale/run/index.ts'
import type { Journal } from '../../storage/store/index.ts'
import type { Books } from './books.ts'
import { openPrinting, printers } from './printing.ts'
import { createPrints, sealsLost } from './prints.ts'
import type { Common, SessionParts } from './session-parts.ts'

export function openPaper(parts: SessionParts, common: Common, { shifts, reconciled }: Books) {
  const { journal, store, settings, clock, log, closing } = common
  const { mode, raster, logo, silentPrint } = parts
  const printFolder = mode === 'test' ? join(parts.folder, 'test-receipts') : null
  const seal = receiptSeal(parts.seal)
  const papers = createPapers({
    ...{ journal, seal, raster, settings, logo, clock },
    testMode: mode === 'test',
    shiftReport: shifts.report,
    drawerCount: shifts.counted,
    reconciliation: (span) => reconciled.of(span),
    sealLost: (saleId, paymentIds) => store.append(saleId, sealsLost(paymentIds)),
  })
  const driver = printers({ settings, printFolder, clock, mark: jobMark(firstTag(journal)), silentPrint })
  const queue = openPrinting({ journal, store, papers, driver, clock, log, tested: parts.printerTested })
  closing.addBeside(queue.stop)
  return {
    papers,
    queue,
    seal,
    /** The folder of the test printer; null where another printer is used. */
    printFolder: () => (settings().printer.kind === 'folder' ? printFolder : null),
    printsOf: (runner: Runner) =>
      createPrints({
        ...{ ...common, queue, driver, runner },
        papersReady: papers.ready,
        formsOf: papers.formsOf,
        sealsMissing: papers.sealsMissing,
      }),
  }
}

/** A rescue gives the journal another tag, but the queue of the system may still hold jobs from before. */
const firstTag = ({ tag, file: { notes } }: Pick<Journal, 'tag' | 'file'>): string =>
  notes.read('first-tag') ?? notes.write('first-tag', tag)
