/**
 * What an ESC/POS printer says of itself (Epson's command reference, "DLE EOT" and "GS r"). DLE EOT is answered at
 * once, whatever the printer is doing; GS r waits its turn behind the data, so its answer means that they were printed.
 */
export type StatusTopic = 'printer' | 'offline cause' | 'error' | 'paper'
export type StatusBytes = Readonly<Record<StatusTopic, number>>

const TOPIC_NUMBERS: Readonly<Record<StatusTopic, number>> = {
  printer: 1,
  'offline cause': 2,
  error: 3,
  paper: 4,
}
export const STATUS_TOPICS = ['printer', 'offline cause', 'error', 'paper'] as const satisfies StatusTopic[]

export const askStatus = (topic: StatusTopic): Uint8Array => Uint8Array.of(0x10, 0x04, TOPIC_NUMBERS[topic])
/** Bits 0, 1, 4 and 7 of every answer to DLE EOT are fixed: 0xx1xx10. */
export const answersStatus = (byte: number): boolean => (byte & 0x93) === 0x12

export const ASK_IN_TURN = Uint8Array.of(0x1d, 0x72, 0x01)
/** Bits 4 and 7 of its answer are 0, so it is never taken for the other. */
export const answersInTurn = (byte: number): boolean => (byte & 0x90) === 0

/** The first thing a person should see to, or null where the printer is ready. */
export function troubleIn(status: StatusBytes): string | null {
  if ((status.paper & 0x60) !== 0 || (status['offline cause'] & 0x20) !== 0) return 'paper out'
  if ((status['offline cause'] & 0x04) !== 0) return 'cover open'
  if ((status.error & 0x08) !== 0) return 'cutter jammed'
  if ((status.error & 0x60) !== 0 || (status['offline cause'] & 0x40) !== 0) return 'printer error'
  return (status.printer & 0x08) !== 0 ? 'offline' : null
}
