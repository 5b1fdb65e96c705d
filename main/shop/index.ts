export { keptLogo, type Logo } from './logo.ts'
export { openShop, type Shop } from './shop.ts'
