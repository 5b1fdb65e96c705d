import { expect, test, vi } from 'vitest'
import { exportEntries, forgetEnded } from '../../../renderer/cashier/rooms/reports/entries-export.ts'

const MONTH = { from: '2026-11-01', to: '2026-11-30', by: 'day', format: 'csv' } as const

test('an accounting export that is running is not started again when its panel is closed or other days are chosen', async () => {
  const asked: { readonly from: string; readonly answer: () => void }[] = []
  const pos = {
    call: (_name: string, { from }: typeof MONTH) =>
      new Promise((resolve) =>
        asked.push({ from, answer: () => resolve({ ok: true, value: { path: 'a.csv' } }) }),
      ),
  }
  vi.stubGlobal('window', { pos })
  const first = exportEntries(MONTH)
  forgetEnded()
  await exportEntries(MONTH)
  await exportEntries({ ...MONTH, from: '2026-10-01' })
  expect(asked.map(({ from }) => from)).toEqual(['2026-11-01'])
  asked[0]?.answer()
  await first
  const next = exportEntries({ ...MONTH, from: '2026-10-01' })
  expect(asked.map(({ from }) => from)).toEqual(['2026-11-01', '2026-10-01'])
  asked[1]?.answer()
  await next
  vi.unstubAllGlobals()
})
