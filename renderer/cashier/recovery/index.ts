export { Banners } from './banners.tsx'
export { Found } from './found.tsx'
export { Rescued } from './rescued.tsx'
