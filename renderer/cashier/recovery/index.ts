export { Banners } from './banners.tsx'
export { Recovered, Rescued } from './recovery-notice.tsx'
