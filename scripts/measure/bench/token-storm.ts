/** How many tokens are asked for when 1,000 callers find the access token expired at the same moment. */
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { practiceControl } from '../../run/practice/index.ts'
import { withPractice } from './counted-practice.ts'
import { figure, type Measure, type Spread, spreadOf } from './figure.ts'
import { type Checks, mongolianQPay, ours, qpayJs, undiciAt } from './service-clients.ts'

const CALLERS = 1_000

export const measureTokenStorm: Measure = () =>
  withPractice(async (address) => {
    const invoiceId = await (await undiciAt(address)).paidInvoice()
    const exchangesOf = (client: Checks): Promise<Spread> => exchangesIn(address, client, invoiceId)
    return [
      figure({
        name: `tokens asked for by ${CALLERS.toLocaleString('en')} callers with an expired one`,
        unit: 'times',
        ours: await exchangesOf(ours(address)),
        against: {
          'qpay-js': await exchangesOf(await qpayJs(address)),
          '@mongolian-payment/qpay': await exchangesOf(await mongolianQPay(address)),
        },
        reach: { at: 'max', atMost: 1 },
      }),
    ]
  })

async function exchangesIn(address: PracticeAddress, client: Checks, invoiceId: string): Promise<Spread> {
  const { summary } = practiceControl(address)
  const exchanges = async (): Promise<number> => {
    const { requests } = await summary()
    return (requests['POST /v2/auth/token'] ?? 0) + (requests['POST /v2/auth/refresh'] ?? 0)
  }
  await client.check(invoiceId)
  const before = await exchanges()
  client.outlive()
  await Promise.all(Array.from({ length: CALLERS }, () => client.check(invoiceId)))
  const after = await exchanges()
  await client.close()
  return spreadOf([after - before])
}
