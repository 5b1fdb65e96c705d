/** Lists and checks that are not whole: made out of whole ones, by what is asked for and by what is answered. */

type Body = Readonly<Record<string, unknown>>
const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The request's page; page 1 of 10 where it names none. */
export function requestedPage(body: unknown): { readonly number: number; readonly limit: number } {
  const offset = isBody(body) && isBody(body.offset) ? body.offset : {}
  return { number: Number(offset.page_number ?? 1), limit: Number(offset.page_limit ?? 10) }
}

/** The same request for pages of so many rows at most, of that number. */
export function requestPage(body: unknown, rows: number, pageNumber: number): unknown {
  if (!isBody(body)) return body
  return {
    ...body,
    offset: { page_number: pageNumber, page_limit: Math.min(requestedPage(body).limit, rows) },
  }
}

/** Without its last row, which is counted all the same. */
export const withoutLastRow = (answer: unknown): unknown =>
  isBody(answer) && Array.isArray(answer.rows) ? { ...answer, rows: answer.rows.slice(0, -1) } : answer

export const countingMore = (answer: unknown, more: number): unknown =>
  isBody(answer) && typeof answer.count === 'number' ? { ...answer, count: answer.count + more } : answer

/** With other values in it: by path, "rows.0.payment_currency", or "rows.*.payment_currency" for all of them. */
export function changed(answer: unknown, set: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(set).reduce((value, [path, to]) => put(value, path.split('.'), to), answer)
}

function put(holder: unknown, [key = '', ...rest]: readonly string[], to: unknown): unknown {
  const next = (value: unknown): unknown => (rest.length === 0 ? to : put(value, rest, to))
  if (Array.isArray(holder))
    return holder.map((value, index) => (key === '*' || key === String(index) ? next(value) : value))
  return isBody(holder) ? { ...holder, [key]: next(holder[key]) } : holder
}
