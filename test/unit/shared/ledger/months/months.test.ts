/**
 * Random months on a real journal with the product's own tenders, returns, resolutions, shifts and reports, compared
 * with books that share no code with it. A failure names the seed and prints the commands.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChance } from '../../../../../scripts/run/hosts/chance.ts'
import { audit, expectBridged, settledFacts } from './audit.ts'
import { COMMANDS } from './commands.ts'
import { openShop } from './shop.ts'

/** `npm run prove -- ledger` runs many months. */
const HISTORIES = Number(process.env.LEDGER_HISTORIES ?? 3)
const COMMANDS_AT_MOST = Number(process.env.LEDGER_COMMANDS ?? 80)

const NAMES = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[]
const months = fc.record({
  clock: fc.constantFrom('right', 'wrong'),
  commands: fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.nat(1_000_000)), {
    minLength: COMMANDS_AT_MOST >> 1,
    maxLength: COMMANDS_AT_MOST,
    size: 'max',
  }),
})

test('in random months X, Z, reports, export, history and attention list agree with the test’s own books, and past days do not change', async () => {
  await fc.assert(
    fc.asyncProperty(months, async ({ clock, commands }) => {
      const shop = openShop(clock)
      try {
        COMMANDS.open(shop, createChance(1))
        let settled = settledFacts(shop)
        for (const [index, [name, luck]] of commands.entries()) {
          const disks = shop.disks()
          await COMMANDS[name](shop, createChance(luck))
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
