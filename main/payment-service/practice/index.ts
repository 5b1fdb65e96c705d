export type { PracticeAddress } from './address.ts'
export { parsePracticeAddress } from './address.ts'
export { type PracticePayer, practicePayer } from './practice-payer.ts'

/** The server is imported only here, when it is started: a till in live mode never needs it. */
export const startPractice: typeof import('./start.ts').startPractice = async (parts) =>
  (await import('./start.ts')).startPractice(parts)
