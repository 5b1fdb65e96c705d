export { Cancelled } from './cancelled.tsx'
export { Paid } from './paid.tsx'
export { PaidLate } from './paid-late.tsx'
