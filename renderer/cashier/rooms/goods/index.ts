export { insteadOfForm, offerToAdd, openNew, showImport } from './goods-page.ts'
