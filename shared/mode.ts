/**
 * How the till takes payments: `practice` is test mode, with the practice service; `merchant` is live mode. Both words
 * are stored in journals, settings and file names.
 */
export const MODES = ['practice', 'merchant'] as const
export type Mode = (typeof MODES)[number]
