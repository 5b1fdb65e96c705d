export { coverSecrets, secretStandIns } from './cover-secrets.ts'
export { type DrawerCountFacts, drawerCount } from './documents/drawer-count.ts'
export { ereceiptSlip } from './documents/ereceipt-slip.ts'
export { type LabelFacts, labelStrip } from './documents/label.ts'
export { type ReconciliationFacts, reconciliationPaper } from './documents/reconciliation.ts'
export { type RefundFacts, refundReceipt } from './documents/refund-receipt.ts'
export { saleReceipt } from './documents/sale-receipt.ts'
export { type ShiftFacts, shiftReport } from './documents/shift-report.ts'
export { type TestPageFacts, testPage } from './documents/test-page.ts'
export { type VoidFacts, voidSlip } from './documents/void-slip.ts'
export { documentAsEscPos, drawerPulse, drawnPaper, escPosInPieces } from './escpos.ts'
export { documentAsHtml } from './html.ts'
export { escaped, htmlPage } from './html-page.ts'
export { labelsAsPdf } from './label-sheet.ts'
export { ditherLogo } from './logo-picture.ts'
export { documentAsPdf } from './pdf.ts'
export { rasterAsDataUrl, rasterAsPng } from './png.ts'
export { createRasterRenderer, type RasterRenderer } from './raster.ts'
export { barcodeSymbol, type Symbology } from './symbols.ts'
export { textParts } from './text.ts'
export type {
  EscPosDialect,
  PaperEReceipt,
  PaperHead,
  PaperLine,
  PaperMaker,
  Raster,
  ReceiptBlock,
  ReceiptDocument,
  ReceiptFacts,
} from './types.ts'
export {
  bridgeWords,
  discountWords,
  leftOutWords,
  PAPER_WORDS,
  paymentWords,
  repaidWords,
  shiftTenderWords,
  taxKindWords,
  tenderWords,
} from './words.ts'
