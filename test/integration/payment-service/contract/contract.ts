/**
 * The contract suite checks over real HTTP, without our client, that a service does what the contract says, section by
 * section. Here it checks the practice service.
 */
export {
  basic,
  check,
  ebarimtInvoice,
  invoiced,
  line,
  refusal,
  simpleInvoice,
  test,
  type Wire,
  wireTo,
} from '../../../unit/payment-service/practice/practice-under-test.ts'

/** ISO 8601 without a zone (docs/payment-service.md#dates-and-times). */
export const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/
/** The format of amounts that the contract's tables call strings. */
export const AMOUNT_TEXT = /^\d+\.\d{2}$/
/** The day at which the service's clock stands. */
export const TODAY = '2026-03-01'
export const PAGE = { page_number: 1, page_limit: 10 }
