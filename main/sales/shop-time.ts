import { shopDay } from '../../shared/shop-day.ts'

const two = (figure: number): string => String(figure).padStart(2, '0')

/** yyyy-MM-dd HH:mm:ss, as receipts have it. */
export function shopTime(at: number): string {
  const date = new Date(at)
  return `${shopDay(at)} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** `K01-261120-0147-X7F3`: terminal, date, number of the day, and the journal's tag (docs/decisions/sale-number.md). */
export const senderInvoiceNo = (terminal: string, day: string, sequence: number, tag: string): string =>
  `${terminal}-${day.slice(2).replaceAll('-', '')}-${String(sequence).padStart(4, '0')}-${tag}`
