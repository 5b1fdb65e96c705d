/** The product's own functions that the search uses. A test replaces one of them by a wrong one to plant a fault. */

import { cancelEvents, chargeEvents } from '../../../main/sale/charge.ts'
import { exchangeEvents } from '../../../main/sale/exchange.ts'
import { resolutionEvents } from '../../../main/sale/resolutions.ts'
import { correction, eventsOfAction } from '../../../main/sale/returns.ts'
import { intentOf } from '../../../main/sale/run/executor.ts'
import { tenderEvents } from '../../../main/sale/tenders.ts'
import { canGiveUp, givenUp } from '../../../main/sale/work.ts'
import { answersLost, type Policy } from '../../../shared/sale/answers.ts'
import { applyAll } from '../../../shared/sale/apply.ts'
import { attentionOf, resolutionsFor } from '../../../shared/sale/attention-items.ts'
import { receiptIssued } from '../../../shared/sale/ereceipt-answers.ts'
import {
  cancellationFoundOut,
  cancelled,
  created,
  extrasFound,
  lookedUp,
  lookUp,
} from '../../../shared/sale/invoice-answers.ts'
import { checked, sold } from '../../../shared/sale/payment-answers.ts'
import { queuedWork } from '../../../shared/sale/queued-work.ts'
import { receiptVoided, refunded, refundFoundOut } from '../../../shared/sale/return-answers.ts'
import { planReturn } from '../../../shared/sale/return-plan.ts'
import type { Sale } from '../../../shared/sale/sale.ts'
import { stepsOf } from '../../../shared/sale/steps.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'

export const REAL = {
  foldAll: applyAll,
  stepsOf,
  intentOf,
  created,
  lookUp,
  lookedUp,
  extrasFound,
  checked,
  sold,
  cancelled,
  cancellationFoundOut,
  receiptIssued,
  receiptVoided,
  refunded,
  refundFoundOut,
  answersLost,
  attentionOf,
  resolutionsFor,
  resolutionEvents,
  /** A constant number instead of a random one, so that equal worlds are one state. */
  chargeEvents: (sale: Sale, policy: Policy) =>
    chargeEvents(sale, policy, `${sale.senderInvoiceNo}-${sale.invoices.length + 1}`),
  cancelEvents,
  tenderEvents,
  planReturn,
  exchangeEvents,
  correction,
  eventsOfAction,
  queuedWork,
  canGiveUp,
  givenUp,
}
export type Functions = typeof REAL

export const POLICY: Policy = {
  terms: {
    seller: FIRST_SETTINGS.shop,
    cityTaxPercent: 2,
    vatPayer: true,
    ereceipts: true,
    taxCodes: FIRST_SETTINGS.tax.codes,
  },
  monitorUntil: 1_000_000,
}
