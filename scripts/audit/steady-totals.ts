/** The part of a Z that can be computed again at any time, without figures that were true only at its close. */

import { addUp, type ShiftReads } from '../../main/shifts/add-up.ts'
import { wholeTotals } from '../../main/shifts/index.ts'
import type { ShiftTotals, Turnover } from '../../shared/shift.ts'

/** `kept`: the totals of the Z. */
function totalsOf(reads: ShiftReads, shiftId: string, kept: ShiftTotals): Readonly<Record<string, unknown>> {
  const { numbers, running, unread, lastNumber, chain, ereceipts, before, ...steady } = addUp(reads, shiftId)
  const { owed, ...issued } = ereceipts
  const asThen = (turnover: Counted) => {
    const known = kept.ereceipts.elsewhereTaxes === undefined ? withoutLater(turnover) : turnover
    return isOfToday(kept) ? known : withoutUnknownTaxes(known)
  }
  return {
    ...asThen({ ...steady, ereceipts: issued }),
    before: before && asThen(before),
  }
}

/** Versions 37 and 38 counted unknown taxes in other ways. Earlier ones accepted none. */
const isOfToday = ({ untold, ereceipts }: Partial<ShiftTotals>): boolean =>
  untold !== undefined || ereceipts?.taxesUnknown === undefined

type Counted = Pick<Turnover, 'untold' | 'ereceipts'>

/** Versions before 39 counted what is to be issued elsewhere only when it was sold. */
function withoutLater({ ereceipts, ...turnover }: Counted): Counted {
  const { elsewhereLater, elsewhereBack, elsewhereTaxes, ...others } = ereceipts
  return { ...turnover, ereceipts: others as typeof ereceipts }
}

function withoutUnknownTaxes({ untold, ereceipts, ...turnover }: Counted) {
  const { taxesUnknown, taxesUnknownVoided, taxesTold, ...others } = ereceipts
  return { ...turnover, ereceipts: others }
}

/** How a journal's Zs are verified. */
export const STEADY_TOTALS = { totalsOf, wholeTotals } as const
