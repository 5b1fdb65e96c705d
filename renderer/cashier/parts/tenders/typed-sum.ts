import { type Failure, failure } from '../../../../shared/failure.ts'
import { type Money, money, NO_MONEY } from '../../../../shared/money/money.ts'
import { typedMoney } from '../../../../shared/money/typed-money.ts'
import type { TenderKind } from '../../../../shared/sale/sale.ts'

const bareOf = (text: string): string => text.replace(/[ ,]/g, '')

/** Adds thousands separators while typing. Other text is returned unchanged and refused later. */
export function grouped(text: string): string {
  const bare = bareOf(text)
  return /^\d{1,12}$/.test(bare) ? bare.replace(/\B(?=(\d{3})+$)/g, ',') : text
}

/** Adds a note in tugriks to the typed amount. Text that is no amount counts as zero. */
export const withNote = (text: string, note: number): string =>
  grouped(String(Math.trunc((typedMoney(text) ?? 0) / 100) + note))

/** A typed amount compared with the due. */
export type TypedSum = {
  /** Null if the text is no amount. */
  readonly received: Money | null
  /** The amount that is missing after it. */
  readonly missing: Money
  readonly change: Money
  readonly wrong: Failure | null
}

/**
 * Cash as people count notes: "20" for 20,000 ₮. It is read so only if twenty tugriks would not cover the due, and
 * 20,000 do.
 */
export function inThousands(text: string, due: Money): Money | null {
  if (!/^[1-9]\d?$/.test(text.trim())) return null
  const plain = Number(text) * 100
  return plain < due && plain * 1000 >= due ? money(plain * 1000) : null
}

/** Compares a typed amount with the due. An empty text is exactly the due. Only cash has change. */
export function typedSum(kind: TenderKind, text: string, due: Money): TypedSum {
  const thousands = kind === 'cash' ? inThousands(text, due) : null
  const received = text.trim() === '' ? due : (thousands ?? typedMoney(text))
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

const whyNoAmount = (text: string) => (/^\d+$/.test(bareOf(text)) ? 'AMOUNT_TOO_LARGE' : 'AMOUNT_INVALID')
