export { Cancelled, LatePayment } from './ended.tsx'
export { Paid } from './paid.tsx'
