import { expect, test } from 'vitest'
import { tillFigures } from '../../../../main/many-tills/figures/index.ts'
import { isIncomplete } from '../../../../shared/books/all-tills.ts'

const MINUTE = 60_000
const NOW = 1_795_000_000_000

type Told = Parameters<typeof tillFigures>[0][number]
const figuresOf = (told: Partial<Told>, until = NOW + MINUTE) =>
  tillFigures(
    [{ code: 'K02', state: 'active', sends: true, silentMs: 5_000, status: {}, apart: 0, ...told }],
    { ...{ me: 'K01', now: NOW, until } },
  )[0]

test('a till that was heard of just now, and sent everything, is current', () => {
  expect(figuresOf({ status: { unsent: 0 } })).toEqual({
    ...{ code: 'K02', isMe: false, state: 'current', at: NOW - 5_000 },
  })
})

test('what a till recorded a moment ago is on its way, and is no reason for a warning', () => {
  expect(figuresOf({ status: { unsent: 2, oldestUnsentMs: 400 } })).toMatchObject({
    ...{ state: 'current', at: NOW - 5_400 },
  })
})

test('a till whose records wait for minutes is behind since the oldest of them', () => {
  expect(figuresOf({ status: { unsent: 2, oldestUnsentMs: 10 * MINUTE } })).toMatchObject({
    ...{ state: 'behind', at: NOW - 5_000 - 10 * MINUTE },
  })
})

test('a till that was not heard of for minutes may have recorded more', () => {
  expect(figuresOf({ silentMs: 3 * MINUTE })).toMatchObject({ state: 'silent', at: NOW - 3 * MINUTE })
})

test('a till that was heard of after the days of the report has sent all of them, even if it is off now', () => {
  expect(figuresOf({ silentMs: 3 * MINUTE }, NOW - 5 * MINUTE)).toMatchObject({ state: 'current' })
})

test('a till whose clock is behind may have recorded more for the days of the report, after it was heard of', () => {
  const silentMs = 60 * MINUTE
  expect(figuresOf({ silentMs, status: { clockOffMs: 26 * 60 * MINUTE } }, NOW - 120 * MINUTE)).toMatchObject(
    { ...{ state: 'silent', at: NOW - silentMs } },
  )
  // A clock that was ahead gives no extra time: it may have been corrected since.
  expect(figuresOf({ silentMs, status: { clockOffMs: -26 * 60 * MINUTE } })).toMatchObject({
    state: 'silent',
  })
})

test('a till whose journal lacks records, and one whose figures the server could not take, are incomplete', () => {
  const lacking = figuresOf({ status: { missing: 3 } })
  expect(lacking).toMatchObject({ state: 'current', missing: 3 })
  expect(figuresOf({ apart: 2 })).toMatchObject({ state: 'current', apart: 2 })
  expect([lacking, figuresOf({ apart: 2 }), figuresOf({})].map((till) => till && isIncomplete(till))).toEqual(
    [...[true, true, false]],
  )
})

test('the figures of a till that is behind are only as recent as the dump, however recently the till was heard from', () => {
  const status = { behind: true, knownAt: NOW - 10 * MINUTE }
  expect(figuresOf({ status })).toMatchObject({ state: 'behind', at: NOW - 10 * MINUTE })
  expect(figuresOf({ status }, NOW - 20 * MINUTE)).toMatchObject({ state: 'current' })
  // The server does not know until when.
  expect(figuresOf({ status: { behind: true } }, NOW - 20 * MINUTE)).toMatchObject({
    state: 'behind',
    at: null,
  })
})

test('a till that never sent anything has no figures', () => {
  expect(figuresOf({ sends: false, silentMs: null })).toMatchObject({ state: 'empty', at: null })
})

test('a retired till is no reason for a warning', () => {
  expect(figuresOf({ state: 'retired', silentMs: 999 * MINUTE })).toMatchObject({ state: 'retired' })
})
