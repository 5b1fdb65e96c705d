/** The Z of an earlier version stays as it is, and can still be shown and printed. */

import { expect, onTestFinished, test } from 'vitest'
import { COMMANDS } from '../../../main/commands/index.ts'
import { shiftFacts } from '../../../main/papers/index.ts'
import { shiftReport } from '../../../main/receipts/index.ts'
import { saleModel } from '../../../main/sales/index.ts'
import { createShifts } from '../../../main/shifts/index.ts'
import { openJournal } from '../../../main/store/index.ts'
import { formatMoney } from '../../../shared/money.ts'
import { FIRST_SETTINGS } from '../../../shared/settings.ts'
import { oldJournal } from '../../support/old-journal-file.ts'
import { paperText } from '../../support/paper-text.ts'

function shiftsOf(name: string) {
  const journal = openJournal(oldJournal(name), { model: saleModel, now: () => 0, mode: 'practice' })
  onTestFinished(() => journal.close())
  const shifts = createShifts({
    journal,
    clock: { now: () => 0 },
    settings: () => FIRST_SETTINGS,
    cashier: () => null,
    recordsMissing: () => false,
  })
  const reports = shifts.list().shifts.flatMap(({ id }) => shifts.report(id) ?? [])
  return reports.filter(({ shift }) => shift.state === 'closed')
}

const maker = { settings: FIRST_SETTINGS, logo: null, testMode: true }

test('a Z of a newer version is shown without the figures that this version does not know', () => {
  const [report] = shiftsOf('v15/every-state')
  if (report === undefined) throw new Error('no Z')
  const { totals } = report
  const newer = { ofNewer: 1 }
  const shown = COMMANDS.getShift.reply.parse({
    ...report,
    totals: {
      ...{ ...totals, ...newer },
      ereceipts: { ...totals.ereceipts, ...newer },
      drawer: { ...totals.drawer, ...newer },
    },
    draft: null,
  })
  expect(shown).toEqual({ ...report, draft: null })
})

test('a Z of version 15, which had two tenders fewer, is shown by the page and printed as a copy', () => {
  const reports = shiftsOf('v15/every-state')
  expect(reports.length).toBeGreaterThan(2)
  for (const report of reports) {
    expect(COMMANDS.getShift.reply.safeParse({ ...report, draft: null }).error).toBeUndefined()
    const lines = paperText(shiftReport(shiftFacts(report, { maker, kind: 'z-copy', now: 0 })))
    expect(lines.join('\n')).not.toMatch(/NaN|undefined/)
    const { cash, qr } = report.totals.tenders
    for (const { count, amount } of [cash, qr])
      if (count > 0) expect(lines.join('\n')).toContain(formatMoney(amount))
    expect(lines.join('\n')).not.toContain('терминал')
  }
})
