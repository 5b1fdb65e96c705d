import { CommandRefused, type Failure, type FailureName, failure } from '../../../shared/failure.ts'
import type { ServiceFailure } from './types.ts'

/** The only error that a client's method throws. */
export class ServiceFailed extends Error {
  readonly failure: ServiceFailure
  constructor(why: ServiceFailure) {
    super(`${why.operation}: ${why.name}${why.status === null ? '' : ` (HTTP ${why.status})`}`)
    this.name = 'ServiceFailed'
    this.failure = why
  }
}

/** The part of a failure that people see and the journal stores. */
export const asFailure = (why: ServiceFailure): Failure => failure(why.name, why.serviceMessage)

/** Failures after which the till continues its own work. A request that a person waits for ends with them. */
const ENDS_REQUEST: ReadonlySet<FailureName> = new Set([
  'NO_CONNECTION',
  'CONNECTION_LOST',
  'TIMEOUT',
  'SERVICE_ERROR',
  'RATE_LIMITED',
])

/** Turns the service's refusal into a CommandRefused, for a request that a person waits for. */
export async function refusing<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    const { name, detail } = asFailure(error.failure)
    throw new CommandRefused(ENDS_REQUEST.has(name) ? 'SERVICE_UNANSWERED' : name, detail)
  }
}
