export type { PrinterDraft } from './printer-draft.ts'
export { PrinterFields } from './printer-fields.tsx'
export { PrintingFields } from './printing-fields.tsx'
