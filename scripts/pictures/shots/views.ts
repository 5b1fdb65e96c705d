import type { Page } from '@playwright/test'
import { GUIDE_STEPS } from '../../../shared/shop/guide.ts'
import type { PracticeControl } from '../../run/practice/index.ts'

/** What `npm run shots` takes pictures of, in the order of the tour. The compiler refuses a stop that is not listed. */
export const VIEWS = [
  ...GUIDE_STEPS.map((step) => `first-run-${step}` as const),
  'history-empty',
  'reports-empty',
  'attention-empty',
  'till-empty',
  'till-search',
  'till-nothing-found',
  'till-unknown-code',
  'till-goods',
  'line-editor',
  'line-editor-wrong',
  'park',
  'parked-list',
  'cash',
  'cash-part-taken',
  'transfer',
  'split',
  'paying',
  'paid',
  'receipt',
  'partly-paid',
  'paying-no-line',
  'charge-waits-for-the-line',
  'waiting',
  'cancelled',
  'late-payment',
  'attention',
  'paid-receipt-owed',
  'prints',
  'settings',
  'settings-found',
  'settings-wrong',
  'goods',
  'goods-product',
  'goods-add-wrong',
  'goods-weighed',
  'goods-menu',
  'labels',
  'import',
  'import-columns',
  'import-checked',
  'import-failed',
  'shortcuts',
  'shift-none',
  'shift-cash-out-refused',
  'shift-open',
  'shift-count',
  'shift-difference',
  'display-idle',
  'display-goods',
  'display-qr',
  'display-paid',
  'recovered-after-a-restart',
  'staff-first',
  'staff',
  'lock-screen',
  'lock-screen-wrong-pin',
  'approval',
  'approval-declined',
  'settings-cashier',
  'audit',
  'shift-z-paper',
  'history',
  'sale-detail',
  'return-plan',
  'reports-overview',
  'reports',
  'reports-tenders',
  'reports-vat',
  'reports-other',
  'reports-shifts',
  'reports-shifts-end',
  'reports-elsewhere',
  'reports-accounting',
  'shift-list',
  'shift-z',
  'books-never',
  'books-day',
  'books-matched',
  'books-shift',
  'books-list',
  'sale-detail-broken',
  'books-broken',
  'shift-z-broken',
  'copies-broken',
  'till-broken',
  'notices',
] as const

/** The settings are one long page, with a stop at every second group. */
export type View = (typeof VIEWS)[number] | `settings-${number}`

export const isView = (name: string): boolean =>
  /^settings-\d+$/.test(name) || VIEWS.some((view) => view === name)

/** The till of the tour, and what happens at its stops. */
export type TourParts = {
  readonly page: Page
  readonly payer: PracticeControl
  /** Called when the view of this name is on this page. The view does not change during the call. */
  readonly visit: (name: View, on: Page) => Promise<void>
  /** Called when this file has the printed paper of this name. */
  readonly paper?: (name: View, file: string) => Promise<void>
  /** Resolves to the page of the customer display once it is open. Optional: without it the tour skips the display. */
  readonly display?: () => Promise<Page>
  /** Kills the till, starts it again and returns the new page. Optional: without it the tour skips the recovery view. */
  readonly restart?: () => Promise<Page>
  /**
   * Opens a till whose shop has sold until this day. Left out, the last views show only the sales of the tour itself.
   */
  readonly month?: () => Promise<{
    readonly page: Page
    readonly payer: PracticeControl
    readonly last: string
  }>
}
