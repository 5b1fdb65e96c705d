import { useState } from 'react'
import type { Money } from '../../../../shared/money/money.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { Note, type NoteTone, PressButton, Toolbar } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, failureText, type ReplyOf, say, serviceWords, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { clockTimeWithSeconds } from '../../parts/moment.ts'
import { PaymentRows } from '../../parts/payment-rows.tsx'

type Found = ReplyOf<'checkForTill'>

type CheckPaymentProps = { readonly code: string; readonly sale: Sale; readonly total: Money }

/** Asks the payment service about another till's sale, because that till may not run any more. Only tells: nothing is recorded. */
export function CheckPayment({ code, sale, total }: CheckPaymentProps) {
  const checking = useCommand()
  const [found, setFound] = useState<Found | null>(null)
  if (!mayBePaid(sale)) return null
  const check = async () => {
    const reply = await checking.run(() => call('checkForTill', { saleId: sale.id }))
    setFound(reply?.ok ? reply.value : null)
  }
  return (
    <>
      <Toolbar>
        <PressButton onPress={() => void check()} pending={checking.pending} testId="check-payment">
          {say('allTills.check')}
        </PressButton>
      </Toolbar>
      <FailureNote failure={checking.failure} />
      {found === null ? null : (
        <Note
          tone={TONES[found.finding]}
          title={say(`allTills.check.${found.finding}`)}
          testId="payment-found"
        >
          <span>{whatCame(found, total)}</span>
          {found.failure === null ? null : <span>{whyUnknown(found.failure)}</span>}
          {todos({ code, sale, found }).map((words) => (
            <span key={words}>{words}</span>
          ))}
        </Note>
      )}
      {found === null || found.payments.length === 0 ? null : (
        <PaymentRows payments={found.payments} tenders={[]} paidAt={found.paidAt} />
      )}
    </>
  )
}

const TONES: Readonly<Record<Found['finding'], NoteTone>> = {
  paid: 'good',
  partly: 'warn',
  unpaid: 'plain',
  unknown: 'warn',
}

/** A sale that was charged, or that its till may have charged after it sent its last records. */
const mayBePaid = ({ invoices, soldAt, endedAt }: Sale): boolean =>
  invoices.length > 0 || (soldAt === null && endedAt === null)

/** Nothing is said of the money where it is not known whether any came. */
function whatCame({ at, finding, received }: Found, total: Money): string {
  const checked = say('allTills.check.at', { at: clockTimeWithSeconds(at) })
  if (finding === 'unknown' && received === 0) return checked
  return `${say('allTills.check.received', { amount: withSign(received), total: withSign(total) })} ${checked}`
}

function whyUnknown(why: NonNullable<Found['failure']>): string {
  const detail = serviceWords(why)
  return [failureText(say, why), ...(detail === null ? [] : [say('failure.detail', { detail })])].join(' ')
}

type Todo = { readonly code: string; readonly sale: Sale; readonly found: Found }

function todos({ code, sale, found }: Todo): readonly string[] {
  const todo = (what: 'paid' | 'gone' | 'sold' | 'ended' | 'partly' | 'payable' | 'cancelled' | 'unknown') =>
    say(`allTills.check.todo.${what}`, { code })
  switch (found.finding) {
    case 'unknown':
      return [todo('unknown')]
    case 'unpaid':
      return [todo(found.payable ? 'payable' : 'cancelled')]
    case 'partly':
      return [todo(sale.endedAt === null ? 'partly' : 'ended'), todo('gone')]
    case 'paid':
      if (sale.soldAt !== null) return [todo('sold')]
      return sale.endedAt === null ? [todo('paid'), todo('gone')] : [todo('ended')]
  }
}
