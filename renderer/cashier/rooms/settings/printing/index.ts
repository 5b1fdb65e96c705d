export { PrinterFields } from './printer-fields.tsx'
export { PrintingFields } from './printing-fields.tsx'
