export { beatTask } from './beat.ts'
export { createShopLink, type LinkTask, type ShopLink } from './link.ts'
export { type MembershipStore, membershipStore } from './membership.ts'
