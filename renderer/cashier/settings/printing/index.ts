export { type PrinterDraft, printerDraftOf, printerOf } from './printer-draft.ts'
export { PrintingFields } from './printing-fields.tsx'
