export { offerToAdd, openNew, showImport } from './goods-page.ts'
