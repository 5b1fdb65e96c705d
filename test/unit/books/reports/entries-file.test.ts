import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeEntries } from '../../../../main/books/accounting/entries-file.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { drawerAt, sum } from '../shifts/drawer.ts'

const YEAR_MS = 366 * 86_400_000

type Till = ReturnType<typeof drawerAt>

/** Exports everything that was ever posted; also records which days were read for it. */
async function exported(till: Till) {
  const read: string[] = []
  const { dayEntries } = till.journal()
  const path = await writeEntries({
    dayEntries: {
      ...dayEntries,
      subjects: (day) => {
        read.push(day)
        return dayEntries.subjects(day)
      },
    },
    by: 'day',
    accounts: FIRST_SETTINGS.accounts,
    format: 'csv',
    folder: temporaryFolder(),
    language: 'mn',
    testMode: false,
    from: '9999-12-31',
    to: '0001-01-01',
  })
  const rows = readFileSync(path, 'utf8').trim().split('\r\n').slice(1)
  return { read, written: [...new Set(rows.map((row) => row.slice(0, 10)))] }
}

test('an export over a range with a clock that was 73 years ahead reads only the days with events', async () => {
  const till = drawerAt()
  const sell = (): string => {
    till.take(till.ringUp(sum(100)), '')
    return shopDay(till.clock.now())
  }
  till.shifts().open('0')
  const days = [sell()]
  till.clock.advance(73 * YEAR_MS)
  days.push(sell())
  expect(await exported(till)).toEqual({ read: days, written: days })
  till.close()
})

test('a day on which a shift was only opened and closed is in the export', async () => {
  const till = drawerAt()
  till.shifts().open('50000')
  const shiftId = till.journal().shifts.open()?.id ?? ''
  till
    .shifts()
    .close({ shiftId, lines: [{ value: 50_000, count: 1 }], expected: sum(50_000), reason: 'тоолов' })
  const days = [shopDay(till.clock.now())]
  expect(await exported(till)).toEqual({ read: days, written: days })
  till.close()
})
