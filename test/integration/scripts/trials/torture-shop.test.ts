/**
 * A short `npm run torture -- --shop-database`: whatever is killed, cut or late, PostgreSQL has what the tills sold, the
 * tills have the same goods, and each cart and each return is at one till. docs/reliability.md has the longer runs.
 */
import { expect, test } from 'vitest'
import { ofKind } from '../../../../scripts/trials/torture/faults/fault-table.ts'
import { runTorture } from '../../../../scripts/trials/torture/run.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** On a busy machine a run takes many times as long. */
const LONG = 900_000
/** The faults of the payment service have a run of their own (torture.test.ts). */
const FAULTS = [
  ...ofKind('shop'),
  ...ofKind('together'),
  ...ofKind('people'),
  ...(['plug-pulled', 'clock-back', 'clock-ahead'] as const),
]

test(
  'tills and PostgreSQL that are killed, behind lines that are cut, have the same sales, sums and goods, and each cart and return is at one till',
  async () => {
    const { words, kills, shop } = await runTorture({
      sales: 12,
      seed: 20261125,
      tills: 2,
      dyingShare: 0.02,
      faults: FAULTS,
      folder: temporaryFolder(),
      shopDatabase: true,
    })
    expect(words).toEqual([])
    expect(kills).toBeGreaterThan(1)
    expect(Object.keys(shop?.server_kills ?? {}).length).toBeGreaterThan(2)
    expect(shop?.server_sales).toBeGreaterThanOrEqual(12)
    expect((shop?.carts_moved ?? 0) + (shop?.returns_elsewhere ?? 0)).toBeGreaterThan(0)
  },
  LONG,
)
