import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { LARGEST_MONEY, tugriks } from '../../../shared/money/money.ts'
import { TAX_KINDS } from '../../../shared/money/tax.ts'
import type { Product } from '../../../shared/shop/product.ts'
import { asEan13, isEan13, tidyCode } from './barcode.ts'
import { type LiveCatalogue, makeCatalogue } from './catalogue.ts'
import { CatalogueDamaged, type RowProblem } from './catalogue-item.ts'

const text = (most: number) =>
  z
    .string()
    .min(1, 'is empty')
    .max(most, `is longer than ${most} letters`)
    .refine((value) => value === value.trim(), 'begins or ends with a space')

/** Thirteen digits must be a valid EAN-13: a shop's own codes look different. */
const code = z
  .string()
  .min(1, 'is empty')
  .max(64, 'is longer than 64 letters')
  .refine((value) => value === tidyCode(value), 'holds a space or a control character')
  .refine((value) => !/^\d{13}$/.test(value) || isEan13(value), 'has a wrong check digit')

const rowSchema = z.strictObject({
  code,
  name: text(200),
  category: text(120),
  /** Whole tugriks, taxes included. */
  price: z
    .int('is no whole number of tugriks')
    .min(1, 'is not above zero')
    .max(LARGEST_MONEY / 100, 'is too large'),
  unit: text(20),
  tax_product_code: z.string().regex(/^\d{0,20}$/, 'is not made of digits'),
  classification_code: z.string().regex(/^(\d{7})?$/, 'is not seven digits'),
  tax_kind: z.enum(TAX_KINDS, 'is no kind of tax').optional(),
  city_tax: z.boolean(),
})

type Row = z.infer<typeof rowSchema>

type ReadRows = { readonly products: readonly Product[]; readonly problems: readonly RowProblem[] }

/** Reads a catalogue's rows and reports everything that is wrong. */
function readRows(content: unknown): ReadRows {
  if (!Array.isArray(content))
    return { products: [], problems: [{ row: null, field: null, problem: 'is no list of rows' }] }
  const products: Product[] = []
  const problems: RowProblem[] = []
  const rowOfCode = new Map<string, number>()
  for (const [index, value] of content.entries()) {
    const row = index + 1
    const parsed = rowSchema.safeParse(value)
    if (!parsed.success) {
      problems.push(...parsed.error.issues.flatMap((issue) => problemsOf(row, issue)))
      continue
    }
    const earlier = rowOfCode.get(asEan13(parsed.data.code))
    if (earlier !== undefined)
      problems.push({ row, field: 'code', problem: `is the code of row ${earlier} too` })
    else rowOfCode.set(asEan13(parsed.data.code), row)
    products.push(productOf(parsed.data))
  }
  return { products, problems }
}

function problemsOf(row: number, issue: z.core.$ZodIssue): readonly RowProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((field) => ({ row, field, problem: 'is no known field' }))
  }
  return [{ row, field: issue.path.length === 0 ? null : issue.path.join('.'), problem: issue.message }]
}

const productOf = (row: Row): Product => ({
  code: row.code,
  name: row.name,
  category: row.category,
  price: tugriks(row.price),
  unit: row.unit,
  taxProductCode: row.tax_product_code,
  classificationCode: row.classification_code,
  taxKind: row.tax_kind ?? 'vat',
  cityTax: row.city_tax,
})

/** Reads a catalogue file. Throws CatalogueDamaged with all wrong rows, or if the file cannot be read. */
export async function loadCatalogue(file: string): Promise<LiveCatalogue> {
  const { products, problems } = readRows(await readJson(file))
  if (problems.length > 0) throw new CatalogueDamaged(basename(file), problems)
  return makeCatalogue(products)
}

async function readJson(file: string): Promise<unknown> {
  try {
    const content = await readFile(file, 'utf8')
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const problem =
      cause instanceof SyntaxError ? `is no JSON (${cause.message})` : `cannot be read (${String(cause)})`
    throw new CatalogueDamaged(basename(file), [{ row: null, field: null, problem }])
  }
}
