export { type CurrentShop, openCurrentShop } from './current-shop.ts'
export { keptLogo, type Logo } from './logo.ts'
export { openShop, type Shop, type ShopParts, tryJournal } from './shop.ts'
