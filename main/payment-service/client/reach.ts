import type { Failure } from '../../../shared/failure.ts'
import { asFailure, ServiceFailed } from './failed.ts'
import { createTransport } from './transport.ts'
import type { SystemNetwork } from './types.ts'

/**
 * Whether something that speaks for the payment service answers at this address, and its time. It sends no credential and
 * asks for an invoice that does not exist, so that the service refuses the question and remembers nothing.
 */
export async function reachService(
  baseUrl: string,
  network: SystemNetwork | null,
): Promise<{ readonly failure: Failure | null; readonly at: number | null }> {
  let at: number | null = null
  let failure: Failure | null = null
  const transport = createTransport({
    baseUrl,
    connections: 1,
    timeouts: {},
    network,
    onReached: (why) => {
      failure = why && asFailure(why)
    },
    onTime: (told) => {
      at = told
    },
  })
  try {
    const question = { operation: 'get invoice', method: 'GET', path: '/v2/invoice/0' } as const
    await transport.send({ ...question, authorization: 'Bearer none' })
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    failure = asFailure(error.failure)
  } finally {
    await transport.close()
  }
  return { failure, at }
}
