import type { Lacks } from '../../../shared/books/all-tills.ts'

/** Counts what of each till this version of the program cannot read, by the code of the till. */
export function unreadCounts() {
  const counts = new Map<string, Lacks>()
  return {
    counts: counts as ReadonlyMap<string, Lacks>,
    add: (code: string, what: 'unreadShifts' | 'unreadSales'): void => {
      const had = counts.get(code)
      counts.set(code, { ...had, [what]: (had?.[what] ?? 0) + 1 })
    },
  }
}
