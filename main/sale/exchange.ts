/**
 * An exchange (docs/decisions/exchange.md): what the shop repays in cash for returned goods is received as cash for
 * another sale, in one commit.
 */

import { refuse } from '../../shared/failure.ts'
import { handedIn } from '../../shared/money/cash-rounding.ts'
import { NO_MONEY, sumMoney } from '../../shared/money/money.ts'
import type { Policy } from '../../shared/sale/answers.ts'
import { saleNamed } from '../../shared/sale/refuse.ts'
import { cashDue } from '../../shared/sale/return.ts'
import { formatSaleNumber, type Sale } from '../../shared/sale/sale.ts'
import type { Settings } from '../../shared/shop/settings.ts'
import type { Answers } from './rules.ts'
import { answeredFor, type TendersParts, tenderEvents } from './tenders.ts'

type Exchanged = {
  readonly saleId: string
  readonly returnId: string
  /** The sale that takes the money. */
  readonly intoSaleId: string
}

export type Exchange = {
  /** Refuses a cart whose sale rules (rules.ts) have no answer yet. */
  readonly ask: (intoSaleId: string, answers: Answers) => void
  /** Call it in one transaction. */
  readonly carryOut: (exchanged: Exchanged, answers: Answers) => void
}

export function createExchange(parts: TendersParts): Exchange {
  const { journal, store } = parts

  const rulesFor = (into: Sale, answers: Answers) =>
    answeredFor(into, parts.settings(), parts.clock.now(), answers)

  const planned = ({ saleId, returnId, intoSaleId }: Exchanged, answers: Answers) => {
    parts.mayTakeMoney()
    const [from, into] = [saleNamed(journal.sales, saleId), saleNamed(journal.sales, intoSaleId)]
    const { repaid, taken } = exchangeEvents({ from, returnId, into }, parts.settings(), parts.policy())
    return { repaid, taken: [...rulesFor(into, answers), ...taken] }
  }

  return {
    ask: (intoSaleId, answers) => {
      const into = journal.sales.byId(intoSaleId)
      if (into && into.soldAt === null) rulesFor(into, answers)
    },
    carryOut: (exchanged, answers) => {
      const { repaid, taken } = planned(exchanged, answers)
      const change = sumMoney(
        taken.map((event) => (event.kind === 'tender-taken' ? event.tender.change : NO_MONEY)),
      )
      // Asked before the repayment is recorded: only the change leaves the drawer.
      const newJobs = change > NO_MONEY ? parts.cashMoves(change) : []
      store.append(exchanged.saleId, repaid)
      store.append(exchanged.intoSaleId, taken, { newJobs })
    },
  }
}

type Halves = { readonly from: Sale; readonly returnId: string; readonly into: Sale }

/** The events of both sales, or a refusal with its name. Reads and writes nothing. */
export function exchangeEvents({ from, returnId, into }: Halves, settings: Settings, policy: Policy) {
  const one = from.returns.find(({ id }) => id === returnId) ?? refuse('NOT_FOUND')
  const due = cashDue(one)
  if (due.length === 0 || from.id === into.id) return refuse('NOT_NOW')
  const back = handedIn(due)
  const typed = {
    kind: 'cash' as const,
    received: String(back / 100),
    reference: `${RETURN} № ${formatSaleNumber(from.sequence)}`,
  }
  const note = `${EXCHANGE} № ${formatSaleNumber(into.sequence)}`
  return {
    repaid: due.map(({ id }) => ({ kind: 'repaid', returnId, partId: id, how: 'cash', note }) as const),
    taken: tenderEvents(into, typed, settings, policy, back),
  }
}

/** On paper, which is always in Mongolian. */
const RETURN = 'Буцаалт'
const EXCHANGE = 'Бараа солив'
