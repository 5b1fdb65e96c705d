/** Imports goods as the page does: sends the file in pieces, then the dry run, then the import. */

import type { CommandName, ReplyOf, RequestOf } from '../../main/till/commands/index.ts'
import type { ColumnMatch, ImportState } from '../../shared/shop/goods-import.ts'
import { IMPORT_PIECE_BYTES } from '../../shared/shop/goods-import.ts'

export type AskedTill = {
  readonly ask: <Name extends CommandName>(name: Name, request?: RequestOf<Name>) => Promise<ReplyOf<Name>>
  /** Calls `look` for each view that the terminal pushes; the returned function ends that. */
  readonly onNews: (look: () => void) => () => unknown
}

type At<Step extends ImportState['step']> = Extract<ImportState, { readonly step: Step }>

export async function sendFile({ ask }: AskedTill, name: string, bytes: Uint8Array): Promise<string> {
  const { id } = await ask('beginImport', { name, bytes: bytes.length })
  for (let at = 0; at < bytes.length; at += IMPORT_PIECE_BYTES) {
    const piece = Buffer.from(bytes.subarray(at, at + IMPORT_PIECE_BYTES)).toString('base64')
    await ask('addImportPiece', { id, piece })
  }
  return id
}

/** Looks at every pushed view until the import reaches the step. Throws when the import failed. */
export async function importAt<Step extends ImportState['step']>(
  { ask, onNews }: AskedTill,
  step: Step,
  reached: (state: At<Step>) => boolean = () => true,
): Promise<At<Step>> {
  let change = nextChange(onNews)
  for (;;) {
    const state = await ask('getImport')
    if (isAt(state, step) && reached(state)) return state
    if (state.step === 'failed') throw new Error(state.failure.name)
    await change
    change = nextChange(onNews)
  }
}

const nextChange = (onNews: AskedTill['onNews']): Promise<void> =>
  new Promise((resolve) => {
    const end = onNews(() => {
      end()
      resolve()
    })
  })

const isAt = <Step extends ImportState['step']>(state: ImportState, step: Step): state is At<Step> =>
  state.step === step

/** Goes up to the dry run. Uses the matched columns, with these changes. */
export async function dryRun(
  till: AskedTill,
  name: string,
  bytes: Uint8Array,
  columns: Partial<ColumnMatch> = {},
): Promise<At<'checked'>> {
  const id = await sendFile(till, name, bytes)
  const found = await importAt(till, 'columns')
  const { defaults } = found
  await till.ask('checkImport', { id, columns: { ...found.columns, ...columns }, defaults })
  return importAt(till, 'checked')
}

export async function importAll(till: AskedTill, name: string, bytes: Uint8Array): Promise<At<'done'>> {
  const { id } = await dryRun(till, name, bytes)
  await till.ask('runImport', { id, wrong: 'leave out' })
  return importAt(till, 'done')
}

/** A CSV file with a header and so many goods; `row` makes each row from its number, from 0. */
export const csvOf = (count: number, row: (at: number) => string = goodsRow): Buffer =>
  Buffer.from(['Код,Нэр,Үнэ', ...Array.from({ length: count }, (_, at) => row(at))].join('\r\n'))

export const goodsRow = (at: number): string => `Г-${at},Бараа ${at} Өү,${1000 + (at % 500) * 10}`
