import { type FormEvent, useRef, useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import { type Money, money, moneyAsText, NO_MONEY } from '../../../../shared/money/money.ts'
import type { Reply } from '../../../../shared/page/index.ts'
import type { TenderKind } from '../../../../shared/sale/sale.ts'
import { useSure } from '../../../kit/index.ts'
import { announce, say, useAnnounced, useCommand } from '../../page/index.ts'
import { takenWords } from './taken-tenders.tsx'
import { grouped, type TypedSum, typedSum } from './typed-sum.ts'

/** A tender as the main process expects it. */
export type TypedTender = { readonly kind: TenderKind; readonly received: string; readonly reference: string }

export type TakingParts = {
  readonly kind: TenderKind
  /** Sends the command with an idempotency key. */
  readonly take: (typed: TypedTender, idempotencyKey: string) => Promise<Reply<unknown>>
  readonly due: Money
  /** Whether less than the due may be taken, as a part of a split payment. */
  readonly part: boolean
  readonly onClose: () => void
}

export type Taking = {
  /** The text in the amount field. */
  readonly text: string
  readonly type: (text: string) => void
  /** No amount has been typed. */
  readonly untouched: boolean
  readonly reference: string
  readonly refer: (text: string) => void
  readonly sum: TypedSum
  /** `wrong` is shown at the amount field, `refused` in a note. */
  readonly wrong: Failure | null
  readonly refused: Failure | null
  /** The amount cannot be taken as it is. */
  readonly blocked: boolean
  readonly pending: boolean
  /** The large change must be confirmed. */
  readonly asking: boolean
  readonly submit: (event: FormEvent) => void
}

/**
 * The state of taking one tender. Each opening of the form has one idempotency key, so that repeated presses take the
 * money once.
 */
export function useTaking({ kind, take, due, part, onClose }: TakingParts): Taking {
  const idempotencyKey = useRef(crypto.randomUUID())
  const taking = useCommand()
  const [typed, setTyped] = useState<string | null>(null)
  const [reference, refer] = useState('')
  // An empty cash field means exactly the due. For the other tenders the due is filled in.
  const untyped = kind === 'cash' ? '' : grouped(moneyAsText(due))
  const text = typed ?? untyped
  const sum = typedSum(kind, text, due)
  const { received, missing, change } = sum
  const sure = useSure(`${text} ${change}`)
  useAnnounced(sure.asking ? say('cash.take.sure') : null)
  const blocked = sum.wrong !== null || (missing > NO_MONEY && !part)
  const isOfAmount = taking.failure !== null && OF_AMOUNT.has(taking.failure.name)

  const sent = text.trim() === '' || received === null ? text : moneyAsText(received)
  const submit = async () => {
    if (blocked || (change >= MUCH_CHANGE && !sure.confirmed())) return
    const reply = await taking.run(() => take({ kind, received: sent, reference }, idempotencyKey.current))
    if (!reply?.ok) return
    if (missing > NO_MONEY) announce(takenWords(say, kind, received ?? NO_MONEY))
    onClose()
  }
  return {
    text,
    type: (next) => {
      taking.forget()
      // The amount that stood there follows the due again: a scan, for example, puts it back.
      setTyped(next === untyped ? null : next)
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

/** Change of 100,000 ₮ or more must be confirmed: it is probably a typing error or a barcode. */
const MUCH_CHANGE = money(10_000_000)

const OF_AMOUNT: ReadonlySet<string> = new Set([
  'AMOUNT_INVALID',
  'CASH_TOO_LITTLE',
  'TENDER_TOO_MUCH',
  'AMOUNT_TOO_LARGE',
])
