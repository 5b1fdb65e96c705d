export { CheckPayment } from './check-payment.tsx'
export { HowCurrent } from './how-current.tsx'
export { TillFilter, useTillChoice } from './till-filter.tsx'
