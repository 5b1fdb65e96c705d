export { Banners } from './banners.tsx'
export { Recovered, RegisterRescued, Rescued } from './recovery-notice.tsx'
