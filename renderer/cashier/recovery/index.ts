export { Recovered, RegisterRescued, Rescued } from './recovery-notice.tsx'
