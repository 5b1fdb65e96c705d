import type { LinkTask } from './link.ts'

const EVERY_MS = 24 * 3_600_000

/** Learns the greatest Z number that this till sent, which a journal that was set back lacks. */
export const zNumbersTask = (noteLastZ: (terminal: string, zNumber: number) => void): LinkTask => ({
  name: 'Z numbers',
  everyMs: EVERY_MS,
  begin:
    ({ database, greeting }) =>
    async () =>
      noteLastZ(greeting.code, await database.lastZ()),
})
