/**
 * Takes and gives back tenders of the counter: cash, a card at the bank's terminal, a bank transfer. Nothing here asks
 * the service (law 7).
 */
import { randomUUID } from 'node:crypto'
import { refuse } from '../../shared/failure.ts'
import { type CashRounding, roundedCash } from '../../shared/money/cash-rounding.ts'
import { LARGEST_MONEY, type Money, money, NO_MONEY } from '../../shared/money/money.ts'
import { typedMoney } from '../../shared/money/typed-money.ts'
import type { Policy } from '../../shared/sale/answers.ts'
import { missingIn } from '../../shared/sale/attention-items.ts'
import { keptTenders, receivedFor } from '../../shared/sale/money-of-sale.ts'
import { sold } from '../../shared/sale/payment-answers.ts'
import { saleNamed } from '../../shared/sale/refuse.ts'
import type { Sale, SaleEvent, Tender, TenderKind } from '../../shared/sale/sale.ts'
import { statusOf } from '../../shared/sale/status.ts'
import type { Settings } from '../../shared/shop/settings.ts'
import { oneLine } from '../../shared/texts/one-line.ts'
import type { MoneyParts } from './drawer.ts'
import { type Answers, answered } from './rules.ts'

/** A tender as typed at the counter. An empty amount is exactly the amount due. */
export type TenderTyped = {
  readonly kind: TenderKind
  readonly received: string
  readonly reference: string
}

export type Tenders = {
  /** Throws what `take` would refuse. */
  readonly check: (saleId: string, typed: TenderTyped, answers?: Answers) => void
  readonly take: (saleId: string, typed: TenderTyped, answers?: Answers) => void
  readonly giveBack: (saleId: string, tenderId: string) => void
}

export type TendersParts = MoneyParts & { readonly policy: () => Policy }

export function createTenders(parts: TendersParts): Tenders {
  const { journal, store, settings } = parts
  /**
   * Cash that is given back is not compared with the drawer: it is what was taken, so no amount can be mistyped, and a
   * refusal would tell a person who must count blind what the drawer holds (docs/decisions/shifts.md).
   */
  const pulse = (kind: TenderKind) => ({ newJobs: kind === 'cash' ? parts.cashMoves(NO_MONEY) : [] })
  const eventsOf = (saleId: string, typed: TenderTyped, answers?: Answers): readonly SaleEvent[] => {
    parts.mayTakeMoney()
    const sale = saleNamed(journal.sales, saleId)
    const events = tenderEvents(sale, typed, settings(), parts.policy())
    return [...answeredFor(sale, settings(), parts.clock.now(), answers), ...events]
  }
  return {
    check: (saleId, typed, answers) => void eventsOf(saleId, typed, answers),
    take: (saleId, typed, answers) =>
      void store.append(saleId, eventsOf(saleId, typed, answers), pulse(typed.kind)),
    giveBack: (saleId, tenderId) => {
      const sale = saleNamed(journal.sales, saleId)
      const tender = keptTenders(sale).find(({ id }) => id === tenderId) ?? refuse('NOT_FOUND')
      parts.mayTakeMoney()
      const { name } = statusOf(sale)
      if (name !== 'open' && name !== 'cancelled' && name !== 'late-payment') refuse('SALE_NOT_OPEN')
      store.append(saleId, [{ kind: 'tender-returned', tenderId }], pulse(tender.kind))
    },
  }
}

/**
 * Checks the sale rules when money is taken at the counter, also in place of a QR that was charged earlier, and returns
 * the events of the answers. What a QR brings is not checked: it cannot be refused. Pure.
 */
export const answeredFor = (
  sale: Sale,
  { saleRules }: Settings,
  at: number,
  answers: Answers = {},
): readonly SaleEvent[] => answered({ sale, lines: sale.lines, rules: saleRules, at }, answers)

/** The events of a tender, or a named refusal. `held` as in `roundedCash`. Pure. */
export function tenderEvents(
  sale: Sale,
  typed: TenderTyped,
  { tenders, cashRounding }: Settings,
  policy: Policy,
  held: Money = NO_MONEY,
): readonly SaleEvent[] {
  const { name } = statusOf(sale)
  // A tender that is switched off may still pay the rest of a partly paid sale.
  if (tenders[typed.kind] === 'off' && receivedFor(sale) <= NO_MONEY) refuse('TENDER_OFF')
  if (sale.lines.length === 0) refuse('SALE_EMPTY')
  const missing = missingIn(sale)
  if (missing <= 0) refuse('AMOUNT_ZERO')
  const tender = tenderOf(typed, missing, cashRounding, held)
  const isWhole = tender.amount >= missing
  switch (name) {
    case 'open':
      return isWhole ? soldWith(sale, tender, policy) : [{ kind: 'tender-taken', tender }]
    case 'invoicing':
    case 'awaiting-payment':
    case 'partly-paid':
    case 'cancelling':
      // The QR that is shown asks for all that is due, so after a partial tender the payer would pay too much.
      return isWhole ? soldWith(sale, tender, policy) : refuse('CASH_TOO_LITTLE')
    default:
      return refuse('SALE_NOT_OPEN')
  }
}

export function soldWith(sale: Sale, tender: Tender, policy: Policy): readonly SaleEvent[] {
  const paid: Sale = { ...sale, tenders: [...sale.tenders, { ...tender, at: 0, returnedAt: null }] }
  return [{ kind: 'tender-taken', tender }, sold(paid, [], { policy })]
}

/**
 * Cash may exceed the amount due and gives change. Any other tender may not exceed it. Cash that pays all that is
 * missing is rounded; it settles the missing amount all the same.
 */
export function tenderOf(
  { kind, received: text, reference }: TenderTyped,
  missing: Money,
  cashRounding: CashRounding = 'none',
  held: Money = NO_MONEY,
): Tender {
  const due = kind === 'cash' ? roundedCash(missing, cashRounding, held) : missing
  const received = text.trim() === '' ? due : (typedMoney(text) ?? refuse('AMOUNT_INVALID'))
  if (received <= 0 || received > LARGEST_MONEY) refuse('AMOUNT_INVALID')
  // cash is in whole tugriks
  if (kind === 'cash' && received !== due && received % 100 !== 0) refuse('AMOUNT_INVALID')
  if (kind !== 'cash' && received > missing) refuse('TENDER_TOO_MUCH')
  // covers the exact amount but not the rounded one
  if (received < due && received >= missing) refuse('CASH_TOO_LITTLE')
  const whole = received >= due
  const amount = whole ? missing : received
  const rounding = money(whole ? due - missing : 0)
  return {
    id: randomUUID(),
    kind,
    amount,
    ...(rounding === 0 ? {} : { rounding }),
    received,
    change: money(received - amount - rounding),
    reference: oneLine(reference, LONGEST_REFERENCE),
  }
}

const LONGEST_REFERENCE = 40
