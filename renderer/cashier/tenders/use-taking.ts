import { type FormEvent, useRef, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/ipc/index.ts'
import { formatMoney, type Money, money, moneyAsText, NO_MONEY } from '../../../shared/money.ts'
import type { TenderKind } from '../../../shared/sale.ts'
import { announce } from '../store.ts'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import { takenWords } from './taken-tenders.tsx'
import { grouped, type TypedSum, typedSum } from './typed-sum.ts'

/** As the main process is asked to take it. */
export type TypedTender = { readonly kind: TenderKind; readonly received: string; readonly reference: string }

export type TakingParts = {
  readonly kind: TenderKind
  /** What taking it calls, under the name of the act. */
  readonly take: (typed: TypedTender, act: string) => Promise<Reply<unknown>>
  readonly due: Money
  /** Whether less than is due may be taken: a part, with the rest in another way. */
  readonly part: boolean
  readonly onClose: () => void
}

export type Taking = {
  /** What stands in the field of the amount. */
  readonly text: string
  readonly type: (text: string) => void
  /** Nobody has typed an amount yet. */
  readonly untouched: boolean
  readonly reference: string
  readonly refer: (text: string) => void
  readonly sum: TypedSum
  /** What is wrong with the amount, and what is in the way otherwise. */
  readonly wrong: Failure | null
  readonly refused: Failure | null
  /** Nothing is taken as it stands. */
  readonly blocked: boolean
  readonly pending: boolean
  /** So much change is asked about once. */
  readonly asking: boolean
  readonly submit: (event: FormEvent) => void
}

/** The taking of one tender, from the first digit on. One opening of it is one act, however often its button is pressed. */
export function useTaking({ kind, take, due, part, onClose }: TakingParts): Taking {
  const say = useText()
  const act = useRef(crypto.randomUUID())
  const taking = useCommand()
  const sure = useSure()
  const [typed, setTyped] = useState<string | null>(null)
  const [reference, refer] = useState('')
  // Cash left empty is the exact amount; what is keyed in elsewhere too stands there to be read.
  const text = typed ?? (kind === 'cash' ? '' : grouped(moneyAsText(due)))
  const sum = typedSum(kind, text, due)
  const { received, missing, change } = sum
  const blocked = sum.wrong !== null || (missing > NO_MONEY && !part)
  const isOfAmount = taking.failure !== null && OF_AMOUNT.has(taking.failure.name)

  const submit = async () => {
    if (blocked || (change >= MUCH_CHANGE && !sure.confirmed())) return
    const reply = await taking.run(() => take({ kind, received: text, reference }, act.current))
    if (!reply?.ok) return
    if (missing > NO_MONEY) announce(takenWords(say, kind, received ?? NO_MONEY))
    else if (change > NO_MONEY) announce(say('cash.announce', { amount: formatMoney(change) }))
    onClose()
  }
  return {
    text,
    type: (next) => {
      taking.forget()
      sure.forget()
      setTyped(next)
    },
    untouched: typed === null,
    reference,
    refer,
    sum,
    wrong: sum.wrong ?? (isOfAmount ? taking.failure : null),
    refused: isOfAmount ? null : taking.failure,
    blocked,
    pending: taking.pending,
    asking: sure.asking,
    submit: (event) => {
      event.preventDefault()
      void submit()
    },
  }
}

/** More goes back than anyone hands over too much: a nought too many, or a barcode. Asked about once. */
const MUCH_CHANGE = money(10_000_000)

const OF_AMOUNT: ReadonlySet<string> = new Set([
  'CASH_INVALID',
  'CASH_TOO_LITTLE',
  'TENDER_TOO_MUCH',
  'AMOUNT_TOO_LARGE',
])

/** A second press sooner than this is a bounce or a double click and confirms nothing. */
const BOUNCE_MS = 300

export type Sure = {
  readonly asking: boolean
  /** False asks; true once it was asked, and answered by a press that is no bounce. */
  readonly confirmed: () => boolean
  readonly forget: () => void
}

/** For what is nearly always right, and asked about where it looks like a slip. */
function useSure(): Sure {
  const askedAt = useRef<number | null>(null)
  const [asking, setAsking] = useState(false)
  const ask = () => {
    askedAt.current = performance.now()
    setAsking(true)
    return false
  }
  return {
    asking,
    confirmed: () => (askedAt.current === null ? ask() : performance.now() - askedAt.current >= BOUNCE_MS),
    forget: () => {
      askedAt.current = null
      setAsking(false)
    },
  }
}
