/** A mistake in the program: nothing is written then. */
export class EventDoesNotFit extends Error {
  constructor(kind: string, state: string) {
    super(`event "${kind}" does not fit a sale that is "${state}"`)
    this.name = 'EventDoesNotFit'
  }
}

export function unfit(kind: string, state: string): never {
  throw new EventDoesNotFit(kind, state)
}
