/** The torture's auditor finds returns that nobody began. */
import { expect, test } from 'vitest'
import { auditReturns } from '../../../../scripts/trials/torture/audit/returns.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'

const AT = 1_000
const goods = { lines: [{ lineId: 'l1', quantity: 1_000, amount: 100 }], voids: [], openedAt: AT }
const decided = { cause: 'refunded-elsewhere', resolution: 'goods-returned', at: AT, shares: [] }

function found(parts: { readonly returns: readonly object[]; readonly decisions?: readonly object[] }) {
  const words: string[] = []
  const sale = { lines: [{ amount: 100 }], tenders: [], decisions: [], ...parts } as unknown as Sale
  type Given = Parameters<typeof auditReturns>
  auditReturns(
    { sale } as Given[0],
    { payments: [] } as unknown as Given[1],
    { returns: new Map([['r1', 'T01']]) } as unknown as Given[2],
    (_kind, what) => void words.push(what),
  )
  return words
}

test('a return that a person began is accepted', () => {
  expect(found({ returns: [{ id: 'r1', parts: [], ...goods }] })).toEqual([])
})

test('a return by "the goods came back" is accepted', () => {
  expect(
    found({
      returns: [
        { id: 'r1', parts: [], ...goods },
        { id: 'decision-1', parts: [], ...goods },
      ],
      decisions: [decided],
    }),
  ).toEqual([])
})

test.each([
  ['that nobody began', { id: 'r2', parts: [], ...goods }, [decided]],
  [
    'of a decision with another resolution',
    { id: 'decision-1', parts: [], ...goods },
    [{ ...decided, resolution: 'seen' }],
  ],
  ['of a decision that was not made', { id: 'decision-2', parts: [], ...goods }, [decided]],
])('a return %s is reported', (_name, one, decisions) => {
  expect(found({ returns: [{ id: 'r1', parts: [], ...goods }, one], decisions })).toEqual([
    `return ${one.id} was begun by nobody`,
  ])
})

test('a decision’s return that gives money back is reported', () => {
  const part = { by: 'hand', amount: 100, paymentId: null, step: { name: 'due' } }
  const one = { id: 'decision-1', parts: [part], ...goods }
  expect(found({ returns: [{ id: 'r1', parts: [], ...goods }, one], decisions: [decided] })).toEqual([
    'return decision-1 was begun by nobody',
    '100 of cash goes back of 0',
  ])
})
