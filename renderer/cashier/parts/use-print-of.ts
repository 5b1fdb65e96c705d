import { useCallback } from 'react'
import type { WaitingPrint } from '../../../shared/shop/printing.ts'
import { call } from '../page/call.ts'
import { useAsked } from '../page/use-asked.ts'

/** The receipt print that this sale waits for; null if there is none. */
export function usePrintOf(saleId: string): WaitingPrint | null {
  const { value: prints } = useAsked(useCallback(() => call('listPrints'), []))
  return prints?.find((print) => print.saleId === saleId && isReceipt(print)) ?? null
}

/** Whether a sale waits for this print. Sales do not wait for copies. */
const isReceipt = ({ kind }: WaitingPrint): boolean => kind === 'sale' || kind === 'e-receipt'
