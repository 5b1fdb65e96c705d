/**
 * What an import has changed, for the audit trail. A row of the trail stays small, so it has the first changes of
 * prices and taxes. If there are more, all are in a report, a table file, and the row has its hash.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FieldChange } from '../../../../shared/shop/field-changes.ts'
import type { PriceField } from '../../../../shared/shop/goods-changes.ts'
import type { Product } from '../../../../shared/shop/product.ts'
import type { Language } from '../../../../shared/shop/settings.ts'
import { removeWhenFree } from '../../../base/files/held-files.ts'
import { type Cell, writeTable } from '../../tables/index.ts'
import { GOODS_HEADERS, goodsCell } from '../export-goods.ts'

export type PriceChange = FieldChange & { readonly code: string }

/** Where the reports are written, and how. */
export type PriceReports = {
  readonly folder: string
  readonly language: () => Language
  /** The day, which is part of a report's name. */
  readonly day: () => string
}

export type AuditedChanges = {
  readonly changes: readonly PriceChange[]
  /** How many changes there are in all. */
  readonly changesInAll: number
  /** The file with all changes, and its SHA-256; null if the row has them all, or it could not be written. */
  readonly report: string | null
  readonly reportHash: string | null
}

const MOST_IN_ROW = 20

/** `id` is the import's, which makes the name of the report unique. */
export async function auditedChanges(
  reports: PriceReports,
  id: string,
  changes: readonly PriceChange[],
): Promise<AuditedChanges> {
  const first = { changes: changes.slice(0, MOST_IN_ROW), changesInAll: changes.length }
  const none = { ...first, report: null, reportHash: null }
  if (changes.length <= MOST_IN_ROW) return none
  try {
    const path = await writeTable({
      folder: reports.folder,
      name: `prices-${reports.day()}-${id.slice(0, 8)}`,
      format: 'csv',
      rows: rowsOf(changes, reports.language()),
    })
    return { ...first, report: basename(path), reportHash: await hashOfFile(path) }
  } catch {
    return none // The goods are imported all the same. The row shows that its report is missing.
  }
}

/** Removes the report of an import that was not done. A report that stays is named by no row. */
export async function forgetReport({ folder }: PriceReports, { report }: AuditedChanges): Promise<void> {
  if (report !== null) await removeWhenFree(join(folder, report)).catch(() => {})
}

function* rowsOf(changes: readonly PriceChange[], language: Language): Generator<readonly Cell[], void> {
  yield HEADERS[language]
  for (const { code, field, from, to } of changes) {
    const cell = (value: unknown) => goodsCell(field as PriceField, value as Product[keyof Product], language)
    yield [code, GOODS_HEADERS[language][field as PriceField], cell(from), cell(to)]
  }
}

const HEADERS: Readonly<Record<Language, readonly Cell[]>> = {
  mn: ['Код', 'Талбар', 'Өмнө', 'Одоо'],
  en: ['Code', 'Field', 'Before', 'Now'],
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
