import type { ShopDatabase } from '../server/index.ts'

const EVERY_MS = 3_600_000
const SOON_MS = 21 * 24 * 3_600_000

/** Whether a person should have the certificate renewed. A program that renews certificates does it 30 days before their end. */
export const endsSoon = (end: number, now: number): boolean => end - now < SOON_MS

/** Learns when the server's certificate ends. What keeps it from that, the other tasks tell. */
export const certificateTask = (note: (end: number) => void) => ({
  name: 'certificate',
  everyMs: EVERY_MS,
  begin:
    ({ database }: { readonly database: Pick<ShopDatabase, 'certificateEnd'> }) =>
    () =>
      database.certificateEnd().then(note, () => {}),
})
