export { Cancelled } from './cancelled.tsx'
export { LatePayment } from './late-payment.tsx'
export { Paid } from './paid.tsx'
