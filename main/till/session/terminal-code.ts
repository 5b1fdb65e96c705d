/**
 * Finds out whether another terminal of the shop uses a terminal code. The journal may contain another terminal's
 * sales, from a backup. With a connection the service's list of the last two days is read too
 * (docs/decisions/terminal-code.md). A failure does not keep a shop from opening.
 */

import { saleNumberOf } from '../../../shared/sale/sale-number.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { inTime } from '../../base/sleep.ts'
import type { ServiceClient } from '../../payment-service/client/index.ts'

export type TerminalCodes = {
  /** The newest number that another terminal made with this code; null where none is known. */
  readonly takenBy: (code: string) => Promise<string | null>
}

type TerminalCodesParts = {
  /** Of the journal. */
  readonly tag: string
  readonly lastOfOthers: (code: string, tag: string) => string | null
  readonly service: Pick<ServiceClient, 'listInvoices'>
  /** Whether the service is connected. Without a connection it is not asked, so that nobody waits. */
  readonly connected: () => boolean
  readonly clock: Clock
  readonly log: Log
}

/** The limit of the request, because a person waits. */
const LONGEST_MS = 8_000
const DAY_MS = 24 * 3_600_000

export function createTerminalCodes(parts: TerminalCodesParts): TerminalCodes {
  const { tag, service, clock, log } = parts

  const listed = async (): Promise<readonly string[]> => {
    const now = clock.now()
    const { rows } = await service.listInvoices({
      start_date: shopDay(now - DAY_MS),
      end_date: shopDay(now + DAY_MS), // a till with the clock of a zone further west is a day behind the service
    })
    return rows.map(({ senderInvoiceNo }) => saleNumberOf(senderInvoiceNo))
  }

  const atService = async (code: string): Promise<string | null> => {
    try {
      const numbers = await inTime(clock, LONGEST_MS, listed())
      if (numbers === null) throw new Error('the service did not answer in time')
      return newestOfOthers(numbers, code, tag)
    } catch (error) {
      log.info('a terminal code was not looked up', { error })
      return null
    }
  }

  return {
    takenBy: async (code) => parts.lastOfOthers(code, tag) ?? (parts.connected() ? atService(code) : null),
  }
}

/** The newest of the numbers, such as `K01-261120-0147-X7F3`, with this code and another journal's tag. */
export function newestOfOthers(numbers: readonly string[], code: string, tag: string): string | null {
  const ofOthers = numbers.filter((number) => {
    const [terminal, day, sequence, other, ...rest] = number.split('-')
    return (
      terminal === code && /^\d{6}$/.test(day ?? '') && sequence && other && other !== tag && !rest.length
    )
  })
  return ofOthers.sort().at(-1) ?? null
}
