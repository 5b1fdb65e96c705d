/**
 * One call of the payment service over HTTP: whether an invoice is paid. The practice service runs in a thread of its
 * own. The product makes a connection for each call, so that nothing that a server wrote on one for an earlier call can
 * become the answer of the next.
 */
import { Agent } from 'undici'
import { withPractice } from './counted-practice.ts'
import { type Deed, figure, inTurns, type Measure } from './figure.ts'
import { type Checks, mongolianQPay, ours, qpayJs, undiciAt } from './service-clients.ts'

const ROUNDS = 400
const WARM_UP = 100

export const measureServiceCall: Measure = () =>
  withPractice(async (address) => {
    const bare = await undiciAt(address)
    const clients = {
      ours: ours(address),
      undici: bare.over(new Agent({ pipelining: 0 })),
      'undici with kept connections': bare.over(new Agent()),
      'qpay-js': await qpayJs(address),
      '@mongolian-payment/qpay': await mongolianQPay(address),
    }
    const invoiceId = await bare.paidInvoice()
    const took = await inTurns(asDeeds(clients, invoiceId), { rounds: ROUNDS, warmUp: WARM_UP })
    for (const { close } of Object.values(clients)) await close()
    const { ours: till, ...against } = took
    const note = 'the product and undici make a connection for each call, the libraries keep theirs'
    const common = { note, unit: 'ms', ours: till } as const
    return [
      figure({
        ...common,
        name: 'a call of the payment service',
        against,
        reach: { at: 'p50', peer: 'undici', times: 1.3 },
      }),
      ...(['qpay-js', '@mongolian-payment/qpay'] as const).map((peer) =>
        figure({
          ...common,
          name: `a call of the payment service, beside ${peer}`,
          against: { [peer]: against[peer] },
          reach: { at: 'p50', peer },
        }),
      ),
    ]
  })

const asDeeds = <Name extends string>(
  clients: Readonly<Record<Name, Pick<Checks, 'check'>>>,
  invoiceId: string,
): Record<Name, Deed> => {
  const deeds = Object.entries<Pick<Checks, 'check'>>(clients).map(([name, { check }]) => {
    const deed: Deed = async () => {
      await check(invoiceId)
      return undefined
    }
    return [name, deed]
  })
  return Object.fromEntries(deeds) as Record<Name, Deed>
}
