import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Failure } from '../../../shared/failure.ts'
import type { RequestOf } from '../../../shared/ipc/index.ts'
import { call } from '../call.ts'

type Asked = RequestOf<'exportEntries'>

/** Takes half a minute for a big month: kept while the panel is closed, other days are chosen or another room is open. */
export type EntriesExport = {
  /** Null where none is under way. */
  readonly format: Asked['format'] | null
  readonly path: string | null
  readonly failure: Failure | null
}

const NONE: EntriesExport = { format: null, path: null, failure: null }

const entriesExport = createStore<EntriesExport>(() => NONE)

export const useEntriesExport = (): EntriesExport => useStore(entriesExport)

/** One at a time. */
export async function exportEntries(asked: Asked): Promise<void> {
  if (entriesExport.getState().format !== null) return
  entriesExport.setState({ ...NONE, format: asked.format })
  const reply = await call('exportEntries', asked)
  entriesExport.setState(reply.ok ? { ...NONE, path: reply.value.path } : { ...NONE, failure: reply.error })
}

/** What became of one that has ended. */
export function forgetEnded(): void {
  if (entriesExport.getState().format === null) entriesExport.setState(NONE)
}
