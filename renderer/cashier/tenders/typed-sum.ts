import { type Failure, failure } from '../../../shared/failure.ts'
import { type Money, money, NO_MONEY } from '../../../shared/money.ts'
import type { TenderKind } from '../../../shared/sale.ts'
import { typedMoney } from '../../../shared/typed-money.ts'

const bareOf = (text: string): string => text.replace(/[ ,]/g, '')

/** Thousands apart while it is typed; what is no number stays as it is and is refused in words. */
export function grouped(text: string): string {
  const bare = bareOf(text)
  return /^\d{1,12}$/.test(bare) ? bare.replace(/\B(?=(\d{3})+$)/g, ',') : text
}

/** A note more, in whole tugriks; what is no sum counts for nothing. */
export const withNote = (text: string, note: number): string =>
  grouped(String(Math.trunc((typedMoney(text) ?? 0) / 100) + note))

/** What a typed amount comes to beside what is due. */
export type TypedSum = {
  /** Null where it is no amount. */
  readonly received: Money | null
  /** What is still missing after it. */
  readonly missing: Money
  readonly change: Money
  readonly wrong: Failure | null
}

/** An empty field is just what is due. Only cash is changed. */
export function typedSum(kind: TenderKind, text: string, due: Money): TypedSum {
  const received = text.trim() === '' ? due : typedMoney(text)
  if (received === null)
    return { received, missing: due, change: NO_MONEY, wrong: failure(whyNoAmount(text)) }
  const over = money(Math.max(0, received - due))
  return {
    received,
    missing: money(Math.max(0, due - received)),
    change: kind === 'cash' ? over : NO_MONEY,
    wrong: kind !== 'cash' && over > NO_MONEY ? failure('TENDER_TOO_MUCH') : null,
  }
}

const whyNoAmount = (text: string) => (/^\d+$/.test(bareOf(text)) ? 'AMOUNT_TOO_LARGE' : 'CASH_INVALID')
