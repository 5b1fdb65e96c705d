export { Goods } from './goods.tsx'
export { offerToAdd, openNew, showImport } from './goods-page.ts'
