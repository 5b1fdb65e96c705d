import { expect, test } from 'vitest'
import { createReports } from '../../../../main/books/reports/index.ts'
import { reportPage } from '../../../../main/paper/facts/index.ts'
import { sorted } from '../../../../shared/texts/report-words.ts'
import { filled, UNTIL } from '../../books/reports/books.ts'

const RANGE = { from: '2026-11-16', to: '2026-11-20' }

/** The page before its rows, which is repeated on each sheet, and the rows. */
async function paper(testMode = false) {
  const { journal } = await filled({ seed: 2, sales: 12, days: 5 })
  const goods = await createReports({ journal, now: () => UNTIL }).table(RANGE, 'products')
  journal.close()
  const rows = sorted(goods.rows, { column: 'name', down: false })
  const shop = 'Дэлгүүр <b>№1</b>'
  const tills = [{ code: 'K02', isMe: false, state: 'current', at: UNTIL }] as const
  const page = {
    ...RANGE,
    table: 'products',
    rows,
    shop,
    tills,
    testMode,
    language: 'mn',
    now: UNTIL,
  } as const
  const [head = '', body = ''] = reportPage(page).split('<tbody>')
  return { rows, head, body }
}

test('a printed report has every row in the order of the screen, and the total', async () => {
  const { rows, body } = await paper()
  const codes = [...body.matchAll(/<tr><td class="words">([^<]*)</g)].map(([, code]) => code)
  expect(codes).toEqual([...rows.map(({ key }) => key), 'Нийт'])
})

test('its shop, range, heads and how current it is are repeated on each sheet, and a name is no HTML', async () => {
  const { head } = await paper()
  expect(head).toContain('Дэлгүүр &lt;b&gt;№1&lt;/b&gt;')
  expect(head).toContain('2026-11-16 – 2026-11-20')
  expect(head).toContain('>Тоо хэмжээ</th>')
  expect(head).toContain('K02: ')
})

test('only a report of test mode says so, on each sheet', async () => {
  const isMarked = async (testMode: boolean) => (await paper(testMode)).head.includes('СУРГАЛТЫН ГОРИМ')
  expect([await isMarked(true), await isMarked(false)]).toEqual([true, false])
})
