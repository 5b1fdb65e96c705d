export { type CurrentShop, openCurrentShop } from './current-shop.ts'
export { freeBytes, hasLittleSpace } from './disk-space.ts'
export { keptLogo, type Logo } from './logo.ts'
export { inJournal, JOURNALS, openShop, type Shop, type ShopParts } from './shop.ts'
