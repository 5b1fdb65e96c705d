/** An import of goods as the page does it: the file in pieces, the dry run, the run. */

import { type ColumnMatch, IMPORT_PIECE_BYTES, type ImportState } from '../../shared/goods-import.ts'
import type { AnswerOf, CashierVerb, RequestOf } from '../../shared/ipc/index.ts'

export type AskedTill = {
  readonly ask: <Verb extends CashierVerb>(verb: Verb, request?: RequestOf<Verb>) => Promise<AnswerOf<Verb>>
  /** Told of each view that the terminal pushes; what it answers ends that. */
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

/** Looks at every news of the terminal's. Throws where the import failed instead. */
export async function importAt<Step extends ImportState['step']>(
  { ask, onNews }: AskedTill,
  step: Step,
  reached: (state: At<Step>) => boolean = () => true,
): Promise<At<Step>> {
  let news = nextChange(onNews)
  for (;;) {
    const state = await ask('getImport')
    if (isAt(state, step) && reached(state)) return state
    if (state.step === 'failed') throw new Error(state.failure.name)
    await news
    news = nextChange(onNews)
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

/** As far as the dry run, with the columns as they were matched but for these. */
export async function dryRun(
  till: AskedTill,
  name: string,
  bytes: Uint8Array,
  columns: Partial<ColumnMatch> = {},
): Promise<At<'checked'>> {
  const id = await sendFile(till, name, bytes)
  const found = await importAt(till, 'columns')
  const defaults = { ...found.defaults, taxProductCode: '301', classificationCode: '2211000' }
  await till.ask('checkImport', { id, columns: { ...found.columns, ...columns }, defaults })
  return importAt(till, 'checked')
}

export async function importAll(till: AskedTill, name: string, bytes: Uint8Array): Promise<At<'done'>> {
  const { id } = await dryRun(till, name, bytes)
  await till.ask('runImport', { id, wrong: 'leave out' })
  return importAt(till, 'done')
}

/** So many goods with a header, each row by its number from 0. */
export const csvOf = (count: number, row: (at: number) => string = goodsRow): Buffer =>
  Buffer.from(['Код,Нэр,Үнэ', ...Array.from({ length: count }, (_, at) => row(at))].join('\r\n'))

export const goodsRow = (at: number): string => `Г-${at},Бараа ${at} Өү,${1000 + (at % 500) * 10}`
