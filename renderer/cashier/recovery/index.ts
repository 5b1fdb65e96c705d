export { Banners } from './banners.tsx'
export { Found } from './recovered.tsx'
export { Rescued } from './rescued.tsx'
