import { CommandRefused, type Failure, failure } from '../../shared/failure.ts'
import type { ServiceFailure } from './types.ts'

/** The only thing that a client's method throws. */
export class ServiceFailed extends Error {
  readonly failure: ServiceFailure
  constructor(why: ServiceFailure) {
    super(`${why.operation}: ${why.name}${why.status === null ? '' : ` (HTTP ${why.status})`}`)
    this.name = 'ServiceFailed'
    this.failure = why
  }
}

/** The part of a failure that people see and the journal keeps. */
export const asFailure = (why: ServiceFailure): Failure => failure(why.name, why.serviceMessage)

/** For whoever asks the service because a person waits: what it refuses is refused, by its name. */
export async function refusing<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    const { name, detail } = asFailure(error.failure)
    throw new CommandRefused(name, detail)
  }
}
