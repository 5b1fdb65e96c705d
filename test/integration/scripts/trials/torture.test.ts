/**
 * A short `npm run torture` with all faults: nothing is lost, doubled, hidden or guessed. docs/reliability.md has the
 * runs that die at every step, and the long ones.
 */
import { expect, test } from 'vitest'
import { powerLoss } from '../../../../scripts/trials/torture/power-loss/power-loss.ts'
import { runTorture } from '../../../../scripts/trials/torture/run.ts'
import { needs } from '../../../support/needs.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { powerLossMissing } from '../../../support/under-power-loss.ts'

const NOTHING_WRONG = {
  words: [],
  lost_sales: 0,
  lost_payments: 0,
  doubled_invoices: 0,
  doubled_receipts: 0,
  doubled_refunds: 0,
  wrong_amounts: 0,
  unexplained: 0,
  hidden: 0,
}
/** On a busy machine the faults make a run take many times as long. */
const LONG = 900_000

test(
  'a terminal that is killed at steps and at random moments, under all faults, loses, doubles and hides nothing',
  async () => {
    const report = await runTorture({
      sales: 18,
      seed: 20261121,
      tills: 2,
      dyingShare: 0.15,
      folder: temporaryFolder(),
    })
    expect(report).toMatchObject(NOTHING_WRONG)
    expect(report.kills).toBeGreaterThan(5)
    // The steps of a request come from undici's diagnostics channels. This one is in the share, chosen by its name.
    expect(Object.keys(report.steps)).toContain('before POST /v2/payment/check leaves')
    expect(report.faults).toBeGreaterThan(15)
  },
  LONG,
)

test(
  'with a power cut at every kill, the terminal loses, doubles and hides nothing',
  async ({ skip }) => {
    needs(skip, powerLossMissing())
    const report = await runTorture({
      sales: 8,
      seed: 4,
      tills: 2,
      dyingShare: 0.1,
      folder: temporaryFolder(),
      cut: powerLoss(),
    })
    expect(report).toMatchObject(NOTHING_WRONG)
    expect(report.kills).toBeGreaterThan(2)
  },
  LONG,
)
