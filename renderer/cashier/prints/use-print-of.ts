import { useCallback } from 'react'
import type { WaitingPrint } from '../../../shared/printing.ts'
import { call } from '../call.ts'
import { useAsked } from '../use-asked.ts'

/** The paper that this sale still waits for; null where it waits for none. */
export function usePrintOf(saleId: string): WaitingPrint | null {
  const { value: prints } = useAsked(useCallback(() => call('listPrints'), []))
  return prints?.find((print) => print.saleId === saleId && isReceipt(print)) ?? null
}

/** Whether a sale waits for this paper. It does not wait for a copy, and a test page has no sale. */
export const isReceipt = ({ kind }: WaitingPrint): boolean => kind === 'sale' || kind === 'e-receipt'
