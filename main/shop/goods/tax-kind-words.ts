/** Tax kinds as people and programs write them, in Mongolian and English. */

import type { TaxKind } from '../../../shared/money/tax.ts'
import type { Language } from '../../../shared/shop/settings.ts'

/** What an export writes; an import reads it back. */
export const TAX_KIND_WORDS: Readonly<Record<Language, Readonly<Record<TaxKind, string>>>> = {
  mn: { vat: 'НӨАТ 10%', 'zero-rated': 'НӨАТ 0%', exempt: 'НӨАТ-аас чөлөөлөгдсөн' },
  en: { vat: 'VAT 10%', 'zero-rated': 'VAT 0%', exempt: 'VAT exempt' },
}

/**
 * In the form that `plain` below returns: "НӨАТ-аас чөлөөлөгдөх" becomes нөатаасчөлөөлөгдөх. A spreadsheet stores a cell
 * that shows 10% as the number 0.1. VAT_ABLE, VAT_ZERO and VAT_FREE are the tax authority's names of the kinds
 * (docs/decisions/tax-kinds.md).
 *
 * "НӨАТ-гүй", "no VAT" and "no" are missing on purpose, because they may mean 0 % or exempt.
 */
const SPELLINGS: Readonly<Record<TaxKind, readonly string[]>> = {
  vat: ['vat', '10', '0.1', 'vat10', 'нөат', 'нөат10', 'нөаттай', 'нөаттэй', 'нөатногдох', 'standard', 'taxable', 'vatable'],
  'zero-rated': ['zerorated', 'zero', '0', 'vat0', 'vatzero', 'нөат0', 'нөат0тэгхувь', 'тэг', 'тэгхувь', 'нөаттэгхувь'],
  exempt: ['exempt', 'vatexempt', 'exemptfromvat', 'free', 'vatfree', 'чөлөөлөгдсөн', 'чөлөөлөгдөх', 'нөатаасчөлөөлөгдсөн', 'нөатаасчөлөөлөгдөх'],
} // biome-ignore format: a table reads better in rows

const KINDS: ReadonlyMap<string, TaxKind> = new Map(
  Object.entries(SPELLINGS).flatMap(([kind, spellings]) =>
    spellings.map((spelling) => [spelling, kind as TaxKind] as const),
  ),
)

const LONGEST = 200

/** Null where the spelling is unknown. */
export const taxKindFrom = (typed: string): TaxKind | null =>
  typed.length > LONGEST ? null : (KINDS.get(plain(typed)) ?? null)

/** Lower-case letters and digits, Ө as people write it, a decimal point, "10.0" as "10". */
const plain = (typed: string): string =>
  typed
    .normalize('NFC')
    .toLowerCase()
    .replace(/[єɵ]/g, 'ө')
    .replaceAll(',', '.')
    .replace(/[^\p{L}\p{N}.]/gu, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
