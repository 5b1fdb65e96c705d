export { type PrinterDraft, printerDraftOf, printerOf } from './printer-draft.ts'
export { PrinterFields } from './printer-fields.tsx'
export { PrintingFields } from './printing-fields.tsx'
