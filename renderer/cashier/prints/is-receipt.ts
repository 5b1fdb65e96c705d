import type { WaitingPrint } from '../../../shared/printing.ts'

/** Papers that a sale waits for. Of a copy it knows nothing, and a test page has no sale. */
export const isReceipt = ({ kind }: WaitingPrint): boolean => kind === 'sale' || kind === 'e-receipt'
