export { createCurrentShop } from './current-shop.ts'
export { keptLogo, type Logo } from './logo.ts'
export { openShop, type Shop, tryJournal } from './shop.ts'
