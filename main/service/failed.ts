import { CommandRefused, type Failure, failure } from '../../shared/failure.ts'
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

/** Turns the service's refusal into a CommandRefused, for a request that a person waits for. */
export async function refusing<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    const { name, detail } = asFailure(error.failure)
    throw new CommandRefused(name, detail)
  }
}
