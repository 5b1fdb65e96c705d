import { expect, test } from 'vitest'
import { createRasterRenderer } from '../../../../main/paper/draw/index.ts'
import { createPapers, type PapersParts } from '../../../../main/paper/facts/papers.ts'
import type { PrintJob } from '../../../../main/storage/projections/index.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { everySaleOf, seededJournal } from '../../../support/seeded-journal.ts'

test('if a sale changes while its paper is drawn, the paper shows the changed sale', async () => {
  const journal = await seededJournal(1)
  const [first, second] = everySaleOf(journal)
    .filter(({ soldAt }) => soldAt !== null)
    .map((sale) => ({ sale, events: [...journal.sales.events(sale.id)] }))
  journal.close()
  if (!first || !second) throw new Error('the journal has two sold sales')
  let now = first
  const papers = createPapers({
    journal: { sales: { byId: () => now.sale, events: () => now.events } },
    raster: createRasterRenderer(),
    settings: () => FIRST_SETTINGS,
    logo: () => null,
    testMode: true,
    clock: handClock(),
  } as unknown as PapersParts)
  await papers.ready()
  const copy = {
    id: 'job',
    kind: 'copy',
    saleId: 's',
    shiftId: null,
    span: null,
    printer: 'main',
  } as PrintJob
  const bytesOf = async () => (await papers.of(copy))?.bytes
  const before = await bytesOf()
  const making = bytesOf()
  now = second
  const made = await making
  expect(made).toEqual(await bytesOf())
  expect(made).not.toEqual(before)
})
