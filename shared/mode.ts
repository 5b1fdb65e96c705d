/**
 * How the till takes payments: `practice` is test mode, at the practice service, and `merchant` is live mode. Both words are stored in journals,
 * settings and names of files.
 */
export const MODES = ['practice', 'merchant'] as const
export type Mode = (typeof MODES)[number]
