/** Makes the content of a print job, again for each try, from the sale as it is now. */
import { isDeepStrictEqual } from 'node:util'
import type { BookSpan } from '../../../shared/books/reconciliation.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import { money, tugriks } from '../../../shared/money/money.ts'
import type { IssuedEReceipt, Sale } from '../../../shared/sale/sale.ts'
import { carriedBy, currentPaper, paperIsReady, standingReceipts } from '../../../shared/sale/status.ts'
import type { PrintKind } from '../../../shared/shop/printing.ts'
import type { PrinterSettings, Settings } from '../../../shared/shop/settings.ts'
import { shopTime } from '../../../shared/shop/shop-day.ts'
import { chunked } from '../../base/chunked.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { fileNameOf, type Results } from '../../books/reports/index.ts'
import type { DrawerCounted, Shifts } from '../../books/shifts/index.ts'
import type { PrintJob, ProjectionReaders } from '../../storage/projections/index.ts'
import type { DrawerCountFacts, PaperMaker } from '../draw/index.ts'
import {
  coverSecrets,
  documentAsHtml,
  documentAsPdf,
  drawerCount,
  drawnPaper,
  ereceiptSlip,
  type Raster,
  type RasterRenderer,
  type ReceiptDocument,
  type ReceiptFacts,
  reconciliationPaper,
  refundReceipt,
  saleReceipt,
  secretStandIns,
  shiftReport,
  testPage,
  voidSlip,
} from '../draw/index.ts'
import { type PrintRequest, profileNamed, type Seal } from '../print/index.ts'
import { asSold, receiptFacts, type Unseal } from './receipt-facts.ts'
import { reconciliationFacts } from './reconciliation-facts.ts'
import { refundFacts, voidFacts } from './refund-facts.ts'
import { type ShiftPaper, shiftFacts } from './shift-facts.ts'

export type Papers = {
  /**
   * Null if papers can be rendered now without blocking the event loop for long. Otherwise a promise that resolves when
   * they can. It never rejects: if papers cannot be rendered at all, `of` throws.
   */
  readonly ready: () => Promise<void> | null
  /** Null where there is nothing to print now. The till can sell while a long paper is made. */
  readonly of: (job: PrintJob) => Promise<Omit<PrintRequest, 'jobId'> | null>
  /** The document in every format that printers need: raster, ESC/POS, PDF and HTML. */
  readonly formsOf: (
    document: ReceiptDocument,
    on: { readonly printer: PrinterSettings; readonly name: string },
  ) => Promise<Omit<PrintRequest, 'jobId'>>
  /** The payments among these whose lottery number and QR data cannot be read now. */
  readonly sealsMissing: (saleId: string, payments: readonly IssuedEReceipt[]) => readonly string[]
  /** The copy of a sold sale's receipt; null where it has none. Never holds lottery or QR. */
  readonly copy: (saleId: string) => ReceiptDocument | null
  /** The receipt for the screen, with lottery number and QR covered; null before there is one. */
  readonly preview: (saleId: string) => ReceiptDocument | null
}

export type PapersParts = {
  readonly journal: Pick<ProjectionReaders, 'sales' | 'seals'>
  readonly seal: Seal
  readonly raster: RasterRenderer
  readonly settings: () => Settings
  readonly logo: () => Raster | null
  /** In test mode СУРГАЛТ is printed across every paper. */
  readonly testMode: boolean
  readonly clock: Clock
  readonly shiftReport: Shifts['report']
  readonly drawerCount: Shifts['counted']
  readonly reconciliation: Results['of']
  /**
   * Called with payments whose lottery number and QR data cannot be decrypted, so that their e-receipts are requested
   * again: a backup does not contain them, and another keyring has another key.
   */
  readonly sealLost: (saleId: string, paymentIds: readonly string[]) => void
}

export function createPapers(parts: PapersParts): Papers {
  const { journal, seal, raster, settings, testMode } = parts

  const maker = () => ({ settings: settings(), logo: parts.logo(), testMode })

  const factsOf = (
    saleId: string,
    unseal: Unseal,
    shown: (sale: Sale) => readonly IssuedEReceipt[] = standingReceipts,
  ) => {
    const sale = journal.sales.byId(saleId)
    return (
      sale &&
      receiptFacts(withReceipts(sale, shown(sale)), asSold(sale, journal.sales.events(saleId)), {
        maker: maker(),
        unseal,
      })
    )
  }

  const sealed = (saleId: string): Unseal => {
    const seals = journal.seals.of(saleId)
    return (paymentId) => {
      const bytes = seals.get(paymentId)
      return bytes ? seal.open(bytes) : null
    }
  }

  const sealsMissing = (saleId: string, payments: readonly IssuedEReceipt[]): readonly string[] => {
    const unseal = sealed(saleId)
    const isMissing = (paymentId: string): boolean => {
      try {
        return unseal(paymentId) === null
      } catch (error) {
        if (error instanceof CommandRefused && error.failure.name === 'KEYRING_LOCKED') return true
        throw error
      }
    }
    return payments.map(({ paymentId }) => paymentId).filter(isMissing)
  }

  const copy = (saleId: string): ReceiptDocument | null => {
    const facts = factsOf(saleId, () => null)
    return facts && saleReceipt({ ...facts, copy: true })
  }

  const slip = (saleId: string, jobId: string): ReceiptDocument | null => {
    const sale = journal.sales.byId(saleId)
    const facts = sale && refundFacts(sale, jobId, maker())
    return facts && refundReceipt(facts)
  }

  const voided = (saleId: string, jobId: string): ReceiptDocument | null => {
    const sale = journal.sales.byId(saleId)
    const facts = sale && voidFacts(sale, jobId, maker())
    return facts && voidSlip(facts)
  }

  const printerOf = (job: PrintJob): PrinterSettings =>
    job.printer === 'main' ? settings().printer : settings().sparePrinter

  const ofSale = (job: PrintJob, draw: (facts: ReceiptFacts) => ReceiptDocument): ReceiptDocument | null => {
    const sale = job.saleId === null ? null : journal.sales.byId(job.saleId)
    const paper = sale && currentPaper(sale)
    if (!sale || paper?.jobId !== job.id || !paperIsReady(sale)) return null
    const unseal = sealed(sale.id)
    const carried = carriedBy(sale, paper)
    const lost = carried.map(({ paymentId }) => paymentId).filter((paymentId) => unseal(paymentId) === null)
    if (lost.length > 0) {
      parts.sealLost(sale.id, lost)
      return null
    }
    const facts = factsOf(sale.id, unseal, (now) => carriedBy(now, paper))
    return facts && draw(facts)
  }

  const test = (printer: PrinterSettings): ReceiptDocument => {
    const { shop, terminalCode, paperWidth, receiptTexts } = settings()
    return testPage({
      shop,
      logo: parts.logo(),
      texts: receiptTexts,
      terminal: terminalCode,
      cashier: null,
      date: shopTime(parts.clock.now()),
      testMode,
      printer: printerWords(printer),
      profile: 'profile' in printer ? printer.profile : printer.kind,
      width: paperWidth,
    })
  }

  const ofShift =
    (kind: ShiftPaper['kind']) =>
    (shiftId: string): ReceiptDocument | null => {
      const report = parts.shiftReport(shiftId)
      return report && shiftReport(shiftFacts(report, { maker: maker(), kind, now: parts.clock.now() }))
    }

  const ofCount = (shiftId: string): ReceiptDocument | null => {
    const count = parts.drawerCount(shiftId)
    return count && drawerCount(countFacts(count, { maker: maker(), now: parts.clock.now() }))
  }

  const ofBooks = (span: BookSpan): ReceiptDocument | null => {
    const result = parts.reconciliation(span)
    return result && reconciliationPaper(reconciliationFacts(result, maker()))
  }

  /** The document of each kind of job; null where there is nothing to print now. */
  const documents: Readonly<Record<PrintKind, (job: PrintJob) => ReceiptDocument | null>> = {
    sale: (job) => ofSale(job, saleReceipt),
    'e-receipt': (job) => ofSale(job, ereceiptSlip),
    copy: ({ saleId }) => about(saleId, copy),
    'refund-slip': ({ saleId, id }) => about(saleId, (sale) => slip(sale, id)),
    'void-slip': ({ saleId, id }) => about(saleId, (sale) => voided(sale, id)),
    test: (job) => test(printerOf(job)),
    drawer: () => null,
    'x-report': ({ shiftId }) => about(shiftId, ofShift('x-report')),
    'z-report': ({ shiftId }) => about(shiftId, ofShift('z-report')),
    'z-copy': ({ shiftId }) => about(shiftId, ofShift('z-copy')),
    'drawer-count': ({ shiftId }) => about(shiftId, ofCount),
    reconciliation: ({ span }) => about(span, ofBooks),
  }

  const booksName = ({ span }: PrintJob): string | null => {
    const result = span === null ? null : parts.reconciliation(span)
    return result && fileNameOf(result)
  }

  const nameOf = (job: PrintJob): string => {
    const sale = job.saleId === null ? null : journal.sales.byId(job.saleId)
    const name = sale?.senderInvoiceNo ?? job.shiftId ?? booksName(job) ?? job.id
    if (isSlip(job)) return `${name}-${job.kind}-${slipNumber(sale, job.id)}`
    return job.kind === 'sale' ? name : `${name}-${job.kind}`
  }

  const formsOf: Papers['formsOf'] = async (document, { printer, name }) => {
    const { paperWidth: width } = settings()
    const dialect = profileNamed('profile' in printer ? printer.profile : 'escpos')
    const forms = await chunked(drawnPaper(document, { width, dialect }))
    return {
      name,
      ...forms,
      pdf: () => documentAsPdf(document, width),
      html: (title) => documentAsHtml(document, { width, title }),
    }
  }

  /** If the sale or the settings change while the paper is drawn, draws it again. */
  const of: Papers['of'] = async (job) => {
    const madeFrom = () => ({
      sale: job.saleId === null ? null : journal.sales.byId(job.saleId),
      settings: settings(),
    })
    for (;;) {
      const document = documents[job.kind](job)
      if (document === null) return null
      const before = madeFrom()
      const forms = await formsOf(document, { printer: printerOf(job), name: nameOf(job) })
      if (isDeepStrictEqual(madeFrom(), before)) return forms
    }
  }

  return {
    ready: () => raster.prepare(settings().paperWidth)?.catch(() => {}) ?? null,
    of,
    formsOf,
    sealsMissing,
    copy,
    // Uses placeholders and decrypts nothing, so that the preview never contains the lottery number.
    preview: (saleId) => {
      const sale = journal.sales.byId(saleId)
      if (!sale || currentPaper(sale) === null) return null
      const facts = factsOf(saleId, (paymentId) => {
        const ereceipt = sale.ereceipts.find((one) => one.paymentId === paymentId)
        return secretStandIns({ hasLottery: ereceipt?.step === 'issued' && ereceipt.hasLottery })
      })
      return facts && coverSecrets(saleReceipt(facts))
    },
  }
}

/** The sale without those issued e-receipts that are not to be shown. */
const withReceipts = (sale: Sale, shown: readonly IssuedEReceipt[]): Sale => ({
  ...sale,
  ereceipts: sale.ereceipts.filter((one) => one.step !== 'issued' || shown.includes(one)),
})

/** Null for a job that is not about one. */
const about = <Id>(id: Id | null, draw: (id: Id) => ReceiptDocument | null): ReceiptDocument | null =>
  id === null ? null : draw(id)

const isSlip = ({ kind }: PrintJob): boolean => kind === 'refund-slip' || kind === 'void-slip'

/** The number in the file name of a slip: "1-1" is the slip of the first return of a sale, "1-2" its first copy. */
function slipNumber(sale: Sale | null, jobId: string): string {
  const returns = sale?.returns ?? []
  const number = returns.findIndex(({ slips }) => slips.includes(jobId))
  return `${number + 1}-${(returns[number]?.slips.indexOf(jobId) ?? -1) + 1}`
}

function printerWords(printer: PrinterSettings): string {
  switch (printer.kind) {
    case 'network':
      return `${printer.host}:${printer.port}`
    case 'device':
      return printer.path
    case 'raw-queue':
    case 'system':
      return printer.queue
    default:
      return printer.kind
  }
}

/** The content of a drawer count's slip. */
const countFacts = (
  { shift, lines, counted, expected, difference, by }: DrawerCounted,
  { maker: { settings, logo, testMode }, now }: { readonly maker: PaperMaker; readonly now: number },
): DrawerCountFacts => ({
  shop: shift.seller ?? settings.shop,
  logo,
  testMode,
  terminal: shift.terminal,
  cashier: by,
  date: shopTime(shift.closedAt ?? now),
  notes: [...lines]
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.value - one.value)
    .map(({ value, count }) => ({
      value: tugriks(value),
      count,
      sum: money(tugriks(value) * count),
    })),
  counted,
  expected,
  difference,
})
