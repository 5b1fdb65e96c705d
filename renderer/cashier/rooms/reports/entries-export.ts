import { useStore } from 'zustand'
import type { Failure } from '../../../../shared/failure.ts'
import { call, type RequestOf } from '../../page/index.ts'
import { createRoomStore } from '../../page/visit.ts'

type Asked = RequestOf<'exportEntries'>

/**
 * State of the accounting export. It survives closing the panel, because a month with many sales takes half a minute.
 */
export type EntriesExport = {
  /** The format of the running export; null if none is running. */
  readonly format: Asked['format'] | null
  readonly path: string | null
  readonly failure: Failure | null
}

const NONE: EntriesExport = { format: null, path: null, failure: null }

const entriesExport = createRoomStore<EntriesExport>(NONE)

export const useEntriesExport = (): EntriesExport => useStore(entriesExport)

/** Does nothing while an export is running. */
export async function exportEntries(asked: Asked): Promise<void> {
  if (entriesExport.getState().format !== null) return
  const started: EntriesExport = { ...NONE, format: asked.format }
  entriesExport.setState(started, true)
  const reply = await call('exportEntries', asked)
  if (entriesExport.getState() !== started) return // another person has signed in
  entriesExport.setState(reply.ok ? { ...NONE, path: reply.value.path } : { ...NONE, failure: reply.error })
}

/** Clears the result of a finished export. */
export function forgetEnded(): void {
  if (entriesExport.getState().format === null) entriesExport.setState(NONE)
}
