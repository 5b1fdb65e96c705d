/**
 * How the till takes payments: `test` with the practice service, `live` with the payment service. Both words are stored
 * in journals, settings and file names.
 */
export const MODES = ['test', 'live'] as const
export type Mode = (typeof MODES)[number]

/** Live mode needs a merchant. */
export const modeOf = (merchant: object | null): Mode => (merchant === null ? 'test' : 'live')
