import type { AnswerOf } from '../../shared/ipc/index.ts'
import { coverSecrets, rasterAsPng, saleReceipt, secretStandIns } from '../receipts/index.ts'
import { receiptFacts } from '../sales/index.ts'
import type { Desk } from './desk.ts'

/**
 * The receipt as it is printed, lottery and QR covered. The seal is not even opened for it: what is covered was never
 * in it.
 */
export function previewReceipt(
  desk: Desk,
  { saleId }: { readonly saleId: string },
): AnswerOf<'previewReceipt'> {
  const { journal, mode } = desk.shop()
  const sale = journal.sale(saleId)
  if (sale && 'print' in sale.state && sale.state.print.step === 'not yet') return null
  const issued = (paymentId: string) =>
    sale && 'ereceipts' in sale.state
      ? sale.state.ereceipts.find((one) => one.step === 'issued' && one.paymentId === paymentId)
      : undefined
  const facts =
    sale &&
    receiptFacts(sale, desk.settings.read(), mode === 'practice', (paymentId) => {
      const ereceipt = issued(paymentId)
      return secretStandIns({ hasLottery: ereceipt?.step === 'issued' && ereceipt.hasLottery })
    })
  if (!facts) return null
  const raster = desk.raster.render(coverSecrets(saleReceipt(facts)), desk.settings.read().paperWidth)
  const png = `data:image/png;base64,${Buffer.from(rasterAsPng(raster)).toString('base64')}`
  return { png, width: raster.width, height: raster.height }
}
