export { Goods } from './goods.tsx'
export { offerToAdd } from './goods-page.ts'
