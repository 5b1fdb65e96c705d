import { expect, test } from 'vitest'
import { changedSince } from '../../../../main/till/commands/changed-since.ts'

const limit = { field: 'discountLimitPercent', from: 20, to: 40 }
const autostart = { field: 'autostart', from: 'off', to: 'on' }
/** The trail of a till on which another till of the shop changed a setting at 10, and this one a product at 20. */
const trail = {
  rows: () =>
    [
      { action: 'shop-changes', at: 20, about: { product: 1, setting: 0 } },
      { action: 'shop-changes', at: 10, about: { setting: 1 } },
    ].map((row, index) => ({ ...row, seq: 2 - index, who: null, approvedBy: null, hash: '' })),
}

test('a setting that came from another till of the shop may be newer than the file', () => {
  expect(changedSince(5, [limit], trail)).toEqual({ madeAt: 5, changedAt: 10 })
  expect(changedSince(15, [limit], trail)).toBeNull()
})

test('other tills of the shop change no setting that belongs to one till', () => {
  expect(changedSince(5, [autostart], trail)).toBeNull()
})
