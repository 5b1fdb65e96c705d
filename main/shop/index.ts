export { openShop, type Shop } from './shop.ts'
