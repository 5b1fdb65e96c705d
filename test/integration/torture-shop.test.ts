/**
 * A short `npm run torture -- --shop-database`: whatever is killed, cut or late, PostgreSQL has what the tills sold, and
 * the tills have the same goods. docs/reliability.md has the longer runs.
 */
import { expect, test } from 'vitest'
import { ofKind } from '../../scripts/torture/faults/fault-table.ts'
import { runTorture } from '../../scripts/torture/run.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** On a busy machine a run takes many times as long. */
const LONG = 900_000
/** Another run each day. */
const SEED = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
/** The faults of the payment service have a run of their own (torture.test.ts). */
const FAULTS = [...ofKind('shop'), ...ofKind('people'), 'plug-pulled', 'clock-back', 'clock-ahead'] as const

test(
  `tills and PostgreSQL that are killed, behind lines that are cut, have the same sales, sums and goods (seed ${SEED})`,
  async () => {
    const { words, shop_database, lost_sales, kills, shop } = await runTorture({
      sales: 12,
      seed: SEED,
      tills: 2,
      dyingShare: 0.02,
      faults: FAULTS,
      folder: temporaryFolder(),
      shopDatabase: true,
    })
    expect({ words, shop_database, lost_sales }).toEqual({ words: [], shop_database: 0, lost_sales: 0 })
    expect(kills).toBeGreaterThan(1)
    expect(Object.keys(shop?.server_kills ?? {}).length).toBeGreaterThan(2)
    expect(shop?.server_sales).toBeGreaterThanOrEqual(12)
  },
  LONG,
)
