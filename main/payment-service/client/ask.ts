import { type Call, type CallParts, makeCall, named } from './calls.ts'
import { changes } from './classify.ts'
import type { Page } from './decode-fields.ts'
import { PAGE_LIMIT, type PageOffset, sizedPages, walkPages } from './pages.ts'
import type { Session } from './session.ts'
import type { ListResult, Operation, PageWanted } from './types.ts'

type Asked<Value> = Pick<Call<Value>, 'method' | 'path' | 'body' | 'decode'> & { readonly urgent?: boolean }
type AskedPages<OnePage> = Pick<Call<OnePage>, 'path' | 'decode'> & {
  /** The body without the page. */
  readonly body: object
  readonly urgent?: boolean
}

/** Calls endpoints. `make` checks the request and returns it. A call returns a value or throws a ServiceFailed. */
export type Ask = {
  readonly once: <Value>(operation: Operation, make: () => Asked<Value>) => Promise<Value>
  /** POSTs for one page after another and returns the rows of all. */
  readonly pages: <Row>(
    operation: Operation,
    make: () => AskedPages<Page<Row>>,
    idOf: (row: Row) => string,
  ) => Promise<ListResult<Row>>
  /** POSTs for one page. If the service refuses a page of that size, asks for a smaller one. */
  readonly page: <OnePage>(
    operation: Operation,
    wanted: PageWanted,
    make: () => AskedPages<OnePage>,
  ) => Promise<OnePage>
  /** Runs any work; its failures name the operation. */
  readonly run: <Value>(operation: Operation, work: () => Promise<Value>) => Promise<Value>
}

export function createAsk(
  parts: CallParts,
  session: Session,
  /** Throws where the client may send nothing. */
  mayLeave: (operation: Operation) => void,
): Ask {
  const run: Ask['run'] = async (operation, work) => {
    try {
      mayLeave(operation)
      return await work()
    } catch (error) {
      const why = named(operation, error)
      parts.log.warn(why.failure.operation === operation ? why.message : `${operation}: ${why.message}`)
      throw why
    }
  }

  /** A call that changes something is urgent, because a person waits, and is never repeated here. */
  const call = <Value>(operation: Operation, asked: Asked<Value>): Promise<Value> => {
    const changing = changes(operation)
    return makeCall(parts, session, {
      ...asked,
      operation,
      urgent: asked.urgent ?? changing,
      repeats: !changing,
    })
  }

  const sized = sizedPages()

  /** Checks the request and returns the function that POSTs it for a page. */
  const pageOf = <OnePage>(operation: Operation, make: () => AskedPages<OnePage>) => {
    const { body, ...asked } = make()
    return (offset: PageOffset): Promise<OnePage> =>
      call(operation, { ...asked, method: 'POST', body: { ...body, offset } })
  }

  return {
    run,
    once: (operation, make) => run(operation, async () => call(operation, make())),
    pages: (operation, make, idOf) =>
      run(operation, async () => {
        const read = pageOf(operation, make)
        const walked = await sized(PAGE_LIMIT, (limit) =>
          walkPages(read, limit, idOf, (why) => parts.log.warn(why.message)),
        )
        if (!walked.complete) parts.log.warn(`${operation}: the answer is not whole`)
        return walked
      }),
    page: (operation, { number, size }, make) =>
      run(operation, async () => {
        const read = pageOf(operation, make)
        return sized(size, (page_limit) => read({ page_number: number, page_limit }))
      }),
  }
}
