/**
 * Random months on a real journal with the product's own tenders, returns, resolutions, shifts and reports, compared
 * with books that share no code with it. A failure names the seed and prints the acts.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChance } from '../../../../scripts/torture/chance.ts'
import { ACTS } from './acts.ts'
import { audit, expectBridged, settledFacts } from './audit.ts'
import { openShop } from './shop.ts'

/** `npm run prove -- ledger` runs many months. */
const HISTORIES = Number(process.env.LEDGER_HISTORIES ?? 3)
const ACTS_AT_MOST = Number(process.env.LEDGER_ACTS ?? 80)

const NAMES = Object.keys(ACTS) as (keyof typeof ACTS)[]
const months = fc.record({
  clock: fc.constantFrom('right', 'wrong'),
  acts: fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.nat(1_000_000)), {
    minLength: ACTS_AT_MOST >> 1,
    maxLength: ACTS_AT_MOST,
    size: 'max',
  }),
})

test('in random months X, Z, reports, export, history and attention list agree with the test’s own books, and past days do not change', async () => {
  await fc.assert(
    fc.asyncProperty(months, async ({ clock, acts }) => {
      const shop = openShop(clock)
      try {
        ACTS.open(shop, createChance(1))
        let settled = settledFacts(shop)
        for (const [index, [name, luck]] of acts.entries()) {
          const disks = shop.disks()
          await ACTS[name](shop, createChance(luck))
          if (shop.disks() > disks) settled = settledFacts(shop)
          if (index % 40 !== 39) continue
          if (shop.till.journal().shifts.open()) expectBridged(shop.till.x())
          const now = settledFacts(shop)
          for (const [what, said] of settled) expect(now.get(what), what).toEqual(said)
          settled = now
        }
        await audit(shop)
      } finally {
        shop.till.close()
      }
      expect(shop.till.wrongSums()).toEqual([])
    }),
    { numRuns: HISTORIES, endOnFailure: process.env.LEDGER_SHRINK === undefined },
  )
}, 3_600_000)
