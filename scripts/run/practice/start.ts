/** The practice service with faults: a practice service that tests, trials and benchmarks can disturb. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Endpoint } from '../../../main/payment-service/practice/endpoints.ts'
import { startPractice } from '../../../main/payment-service/practice/index.ts'
import { Refusal, refusalAnswer } from '../../../main/payment-service/practice/refusal.ts'
import type { Work } from '../../../main/payment-service/practice/service-app.ts'
import type { ServiceParts } from '../../../main/payment-service/practice/service-parts.ts'
import type { Addition, PracticeOptions } from '../../../main/payment-service/practice/start.ts'
import { actionsOf, type ControlParts } from './control.ts'
import { createDisturbance, type Disturbance } from './disturbance.ts'
import { EFFECTS } from './fault-effects.ts'

export const startPracticeWithFaults = (options: Omit<PracticeOptions, 'addition'>) =>
  startPractice({ ...options, addition: faultsAndControl })

function faultsAndControl(service: ServiceParts): Addition {
  const parts: ControlParts = { service, disturbance: createDisturbance(service.clock) }
  return {
    before: (c, endpoint, work) => answer(parts, c, endpoint, counted(parts, c, endpoint, work)),
    actions: (line) => actionsOf(parts, line),
    stop: () => parts.disturbance.delayedWork.clear(),
  }
}

type Asked = Context<{ Bindings: HttpBindings }>

async function answer(parts: ControlParts, c: Asked, endpoint: Endpoint, work: Work): Promise<Response> {
  const { service, disturbance } = parts
  const { faults, chaos, delayedWork, rateLimit, requests } = disturbance
  requests.add(`${endpoint.method} ${endpoint.path}`)
  // A fault can change the refusal too.
  const limited: Work = async (other) =>
    rateLimit.passes() ? work(other) : refusalAnswer(c, new Refusal('RATE_LIMIT_EXCEEDED'))
  const fault = faults.take(await targetOf(disturbance, c, endpoint)) ?? chaos.draw()
  if (!fault) return limited()
  return EFFECTS[fault.effect]({
    fault,
    work: (other) => limited(mayBeUntrue(endpoint) ? other : undefined),
    ledger: service.ledger,
    later: async (ms) => {
      // Read now, because the connection may be gone by then.
      await c.req.text().catch(() => {})
      delayedWork.after(ms, work)
    },
    connection: c.env,
    clock: service.clock,
  })
}

/** Reads the body before the endpoint only where a waiting fault needs it. */
async function targetOf({ faults }: Disturbance, c: Asked, { method, path }: Endpoint) {
  const said = faults.needBody() ? `${c.req.param('id') ?? ''}\n${await c.req.text()}` : ''
  return { method, path, contains: (text: string) => said.includes(text) }
}

/**
 * Whether an answer may be made from an older state or from another page: only of reads, and of the payment of an
 * e-receipt. Requests that change money always use the current state.
 */
const mayBeUntrue = ({ method, path }: Endpoint): boolean =>
  method === 'GET' || /\/(list|check)$/.test(path) || path === '/v2/ebarimt_v3/create'

/** Counts the cancellations and refunds of payments that get to the service: a fault may keep the work from being done. */
const counted =
  ({ service, disturbance: { reversals } }: ControlParts, c: Asked, { path }: Endpoint, work: Work): Work =>
  async (other) => {
    const answered = await work(other)
    const id = c.req.param('id') ?? ''
    const isReversal = /^\/v2\/payment\/(cancel|refund)\//.test(path)
    if (isReversal && answered.status !== 401 && service.ledger.payments.get(id)) {
      reversals.asked.add(id)
      if (answered.ok) reversals.done.add(id)
    }
    return answered
  }
