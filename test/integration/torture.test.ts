/**
 * The terminal under attack: `npm run torture` in short. Every step that a terminal comes to is died at, a fifth of all
 * requests is befallen, and nothing is lost, doubled or guessed. The long runs are in docs/reliability.md.
 */
import { expect, test } from 'vitest'
import { powerLoss } from '../../scripts/torture/power-loss/power-loss.ts'
import { runTorture } from '../../scripts/torture/run.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const NOTHING_WRONG = {
  words: [],
  lost_sales: 0,
  lost_payments: 0,
  doubled_invoices: 0,
  doubled_receipts: 0,
  doubled_refunds: 0,
  wrong_amounts: 0,
  unexplained: 0,
}
const LONG = 480_000

/** What no run of 200 sales goes without; whatever else a terminal comes to is died at as well. */
const WRITTEN = [
  'line-added + opened',
  'invoice-requested',
  'invoice-created',
  'invoice-unknown',
  'payments-seen',
  'paid',
  'ereceipt-requested',
  'ereceipt-issued',
  'receipt-queued',
  'receipt-printed',
  'cancel-requested',
  'invoice-cancelled',
  'cash-taken',
  'parked',
  'resumed',
]
const ASKED = [
  'POST /v2/auth/token',
  'POST /v2/invoice',
  'GET /v2/invoice/{id}',
  'DELETE /v2/invoice/{id}',
  'POST /v2/payment/check',
  'POST /v2/ebarimt_v3/create',
]
const STEPS = [
  ...WRITTEN.flatMap((what) => [`before the commit of ${what}`, `after the commit of ${what}`]),
  ...ASKED.flatMap((endpoint) => [
    `before ${endpoint} leaves`,
    `after ${endpoint} was sent`,
    `as the answer of ${endpoint} comes`,
    `after the answer of ${endpoint}`,
  ]),
]

test(
  'killed at every step of a sale, with every fifth request befallen, it loses and doubles nothing',
  async () => {
    const report = await runTorture({
      sales: 200,
      seed: 20261121,
      tills: 3,
      faultRate: 0.2,
      folder: temporaryFolder(),
    })
    expect(report).toMatchObject(NOTHING_WRONG)
    expect(STEPS.filter((step) => report.steps[step] === undefined)).toEqual([])
    expect(report.kills).toBeGreaterThanOrEqual(Object.keys(report.steps).length)
    expect(report.faults).toBeGreaterThan(200)
  },
  LONG,
)

test(
  'with the power cut at every kill, so that what was not fsynced is gone or torn, the same holds',
  async () => {
    const report = await runTorture({
      sales: 25,
      seed: 4,
      tills: 2,
      faultRate: 0.1,
      folder: temporaryFolder(),
      cut: powerLoss(),
    })
    expect(report).toMatchObject(NOTHING_WRONG)
    expect(report.kills).toBeGreaterThan(20)
  },
  LONG,
)
