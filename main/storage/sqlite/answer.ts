import { CommandRefused, type Failure } from '../../../shared/failure.ts'
import { journalFailure } from './failures.ts'

/** How a thread answers: an error does not keep its name on the way to another thread. */
export type Answer<Value> = { readonly value: Value } | { readonly failure: Failure }

/** Never throws. */
export function answered<Value>(work: () => Value): Answer<Value> {
  try {
    return { value: work() }
  } catch (error) {
    return { failure: journalFailure(error).failure }
  }
}

export function valueIn<Value>(answer: Answer<Value>): Value {
  if ('failure' in answer) throw new CommandRefused(answer.failure.name, answer.failure.detail)
  return answer.value
}
