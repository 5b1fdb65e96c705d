export { Banners } from './banners.tsx'
export { Recovered } from './recovered.tsx'
export { Rescued } from './rescued.tsx'
