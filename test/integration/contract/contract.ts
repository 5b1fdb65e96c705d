/**
 * The contract suite asks a service over real HTTP, with no code of our client, for what the interface says, section by
 * section. The practice service is the one that it asks here.
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
} from '../../unit/practice/practice-under-test.ts'

/** ISO 8601 without a zone (docs/payment-service.md#dates-and-times). */
export const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/
/** Amounts that the tables call strings. */
export const AMOUNT_TEXT = /^\d+\.\d{2}$/
/** The day on which the service's clock stands. */
export const TODAY = '2026-03-01'
export const PAGE = { page_number: 1, page_limit: 10 }
