/** The published tax codes of goods, found by name (docs/decisions/tax-codes.md). Read from the disk when first asked for. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TaxKind } from '../../../shared/money/tax.ts'
import { normalisedName, normalisedQuery, wordsOf } from '../../../shared/shop/normalise.ts'
import type { TaxCode, TaxCodeField } from '../../../shared/shop/tax-codes.ts'
import { RESOURCES } from '../../base/resources.ts'

export type TaxCodes = {
  /** The published code; null where the list has none such. */
  readonly named: (field: TaxCodeField, code: string) => Promise<TaxCode | null>
  /** The codes whose names have most words in common with the text, at most `limit`. Tax product codes only of this kind of VAT. */
  readonly find: (wanted: Wanted) => Promise<readonly TaxCode[]>
}

type Wanted = {
  readonly field: TaxCodeField
  readonly text: string
  readonly kind: TaxKind
  readonly limit: number
}

type Listed = { readonly listed: TaxCode; readonly words: readonly (readonly string[])[] }

const FILES = { classificationCode: 'classification.tsv', taxProductCode: 'law.tsv' } as const

export function createTaxCodes(folder = join(RESOURCES, 'tax-codes')): TaxCodes {
  const read = new Map<TaxCodeField, Promise<readonly Listed[]>>()
  const listOf = (field: TaxCodeField): Promise<readonly Listed[]> => {
    const known = read.get(field) ?? readList(join(folder, FILES[field]))
    read.set(field, known)
    return known
  }
  return {
    named: async (field, code) =>
      (await listOf(field)).find(({ listed }) => listed.code === code)?.listed ?? null,
    find: async ({ field, text, kind, limit }) => {
      const words = wordsOf(text).filter((word) => /\p{L}{2}/u.test(word))
      const fitting = (await listOf(field)).filter(
        ({ listed }) => listed.kind === null || listed.kind === kind,
      )
      if (words.length === 0)
        return field === 'taxProductCode' ? fitting.slice(0, limit).map(({ listed }) => listed) : []
      const queries = words.map((word) => new Set(normalisedQuery(word)))
      return fitting
        .map((one) => ({ listed: one.listed, score: scoreOf(one, queries) }))
        .filter(({ score }) => score > 0)
        .toSorted((first, second) => second.score - first.score)
        .slice(0, limit)
        .map(({ listed }) => listed)
    },
  }
}

/** A row is "2211000 ⇥ name", or "318 ⇥ exempt ⇥ name". */
async function readList(path: string): Promise<readonly Listed[]> {
  const rows = (await readFile(path, 'utf8')).trim().split('\n')
  return rows.map((row) => {
    const [code = '', ...rest] = row.split('\t')
    const name = rest.at(-1) ?? ''
    const kind = rest.length > 1 ? (rest[0] as TaxKind) : null
    return { listed: { code, name, kind }, words: wordsOf(name).map(normalisedName) }
  })
}

/** The number of equal words. Among codes with the same number, one whose name has fewer other words scores higher. */
function scoreOf({ listed: { code }, words }: Listed, queries: readonly ReadonlySet<string>[]): number {
  const same = queries.filter((query) => words.some((forms) => forms.some((form) => query.has(form)))).length
  // Codes from 2 on are processed goods. Those before are raw materials, such as the milk of each kind of animal.
  return same === 0 ? 0 : same + same / (words.length + 1) + (code >= '2' ? 0.5 : 0)
}
