/** A world as a short text. Worlds that differ only in times, random ids or their path have the same text. */
import type { Sale, Tender } from '../../../shared/sale/sale.ts'
import type { World } from './world.ts'

export function canon({ sale, truth, flight, printed, budget, rounding, exchanged }: World): string {
  return [
    saleText(sale),
    truth.invoices.map(({ number, amount, cancelled }) => `${number}:${amount}:${+cancelled}`).join(),
    truth.payments
      .map(
        ({ invoiceId, type, paid, held, refundedByUs, words }) =>
          `${invoiceId}${type}${paid}:${held}:${refundedByUs}:${words.length}`,
      )
      .join(),
    truth.receipts.map(({ paymentId, receiver, active }) => paymentId + receiver[0] + +active).join(),
    truth.late.map(({ number, amount }) => `${number}:${amount}`).join(),
    flight === null ? '' : JSON.stringify(flight),
    printed.join(),
    rounding,
    exchanged === null ? '' : `${exchanged.gave}:${tenderText(exchanged.tender)}`,
    `${budget.faults}${budget.payments}${budget.elsewhere}${budget.actions}`,
  ].join('|')
}

function saleText(sale: Sale): string {
  const lines = sale.lines.map(({ amount }) => amount).join()
  const invoices = sale.invoices
    .map(({ number, amount, step, wanted, extra, invoice, mayAppear }) => {
      const more =
        ('absentTimes' in step ? step.absentTimes : '') +
        ('failure' in step && step.failure ? step.failure.name : '')
      return `${number}:${amount}:${step.name}${more}:${+wanted}${+extra}${+mayAppear}${invoice?.invoiceId}`
    })
    .join()
  const payments = sale.payments
    .map(
      ({ paymentId, status, amount, came, wentBack, counted, invoiceNo, contradicted: said }) =>
        `${paymentId}${status}${amount}:${came}:${wentBack}:${counted}:${invoiceNo}${said ? `:${said.status}${said.checks}` : ''}`,
    )
    .join()
  const tenders = sale.tenders.map((tender) => `${tenderText(tender)}${+(tender.returnedAt === null)}`)
  const ereceipts = sale.ereceipts.map(
    (one) =>
      one.paymentId +
      one.step +
      ('failure' in one && one.failure ? one.failure.name : '') +
      ('seen' in one ? +one.seen : '') +
      (one.last ? `${one.last.no}${one.last.ids}${one.last.printedId}${+(one.last.unsettled ?? false)}` : ''),
  )
  const papers = sale.papers.map(({ carries, step }) => `${carries.join('+')}${step.name}`)
  const returns = sale.returns.map(
    ({ state, whole, amount, voids, parts, slips, lines, receiver, goodsForLost = [] }) => {
      const steps = [...voids, ...parts].map(({ step }) => {
        const { name, ...more } = step as { readonly name: string }
        return name + JSON.stringify(more)
      })
      const voided = voids.map(({ printedId, no }) => `${printedId}${no}`)
      const goods = [
        ...lines.map(({ lineId }) => lineId),
        ...goodsForLost.map((one) => one.paymentId + one.amount),
      ]
      return `${goods.join()}${receiver?.kind}${state}${+whole}${amount}${slips.length}${voided.join()}${steps.join()}${parts.map(({ by, amount: of, rounding: less = 0 }) => `${by}${of}~${less}`).join()}`
    },
  )
  const decisions = sale.decisions.map(
    ({ cause, resolution, shares }) =>
      `${cause}${resolution}${shares.map(({ paymentId, amount }) => paymentId + amount).join('+')}`,
  )
  const whole = [sale.soldAt, sale.endedAt, sale.monitoredUntil].map((at) => +(at === null)).join('')
  return [
    lines,
    invoices,
    payments,
    tenders,
    ereceipts,
    papers,
    returns,
    decisions,
    whole,
    +sale.held,
    sale.refusal?.name,
    sale.receiver.kind,
  ]
    .map(String)
    .join('/')
}

const tenderText = ({ kind, amount, rounding }: Tender): string => `${kind}${amount}~${rounding ?? 0}`

/** A 64-bit hash as two numbers: FNV-1a from two different starting values. */
export function hashOf(text: string): readonly [number, number] {
  let one = 0x811c9dc5
  let other = 0x9747b28c
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x85ebca6b)
    other ^= other >>> 13
  }
  return [one >>> 0, other >>> 0]
}
