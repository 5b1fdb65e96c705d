import type { ImportState } from '../../../../shared/goods-import.ts'

/** An import's state, known to be at this step. */
export type StateAt<Step extends ImportState['step']> = Extract<ImportState, { readonly step: Step }>
