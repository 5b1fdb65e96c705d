/** The sales of a session: the automatic work on them, and what people do with them at the counter. */
import type { Policy } from '../../../shared/sale/answers.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import type { PrintQueue, Seal } from '../../paper/print/index.ts'
import {
  createCounter,
  createExchange,
  createParking,
  createResolutions,
  createReturns,
  createTenders,
  createWork,
} from '../../sale/index.ts'
import { createRunner } from '../../sale/run/index.ts'
import type { Books } from './books.ts'
import type { Recovered } from './recovered.ts'
import type { Service } from './service.ts'
import type { Common, SessionParts } from './session-parts.ts'

export type Work = ReturnType<typeof openWork>

export function openWork(
  common: Common,
  { service, seal }: { readonly service: Service; readonly seal: Seal },
) {
  const { settings, clock, closing } = common
  const policy = (): Policy => policyOf(settings(), clock.now())
  const { payments, receipts } = service
  const runner = createRunner({
    ...common,
    payments,
    receipts,
    policy,
    sealReceipt: seal.close,
    random: Math.random,
  })
  closing.addBeside(runner.stop)
  return { runner, policy }
}

type Given = {
  readonly work: Work
  readonly books: Books
  readonly queue: PrintQueue
  readonly recovered: Recovered
}

export function openSale({ mode, isSample, cashier }: SessionParts, common: Common, given: Given) {
  const { mayTakeMoney, cashMoves } = given.books.shifts
  const parts = { ...common, ...given.work, mayTakeMoney, cashMoves, cashier }
  const counter = createCounter({
    ...{ ...parts, mode, isSample },
    wakePrinter: given.queue.wake,
    unacknowledged: given.recovered.unacknowledged,
  })
  return {
    counter,
    tenders: createTenders(parts),
    parking: createParking(parts),
    work: createWork({ ...parts, withdrawCharge: counter.cancel }),
    resolutions: createResolutions({ ...parts, retryReceipt: counter.retryReceipt }),
    returns: createReturns(parts),
    exchange: createExchange(parts),
  }
}

/** The settings that decide what an answer of the service means for a sale. */
const policyOf = ({ shop, cityTaxPercent, tax, invoicing, monitorHours }: Settings, now: number): Policy => ({
  terms: {
    seller: shop,
    cityTaxPercent,
    vatPayer: tax.vatPayer,
    ereceipts: invoicing.ereceipts,
    taxCodes: tax.codes,
  },
  monitorUntil: now + monitorHours * 3_600_000,
})
