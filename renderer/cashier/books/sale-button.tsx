import { formatSaleNumber } from '../../../shared/sale.ts'
import { PressButton } from '../../kit/index.ts'
import { openSale } from '../store.ts'
import { useText } from '../text.ts'

type SaleButtonProps = { readonly sale: { readonly saleId: string; readonly sequence: number } }

/** A sale by its number of the day, in a row about it: pressed, the history opens it. */
export function SaleButton({ sale: { saleId, sequence } }: SaleButtonProps) {
  const say = useText()
  const number = formatSaleNumber(sequence)
  return (
    <PressButton
      tone="quiet"
      size="small"
      label={say('books.sale', { number })}
      onPress={() => openSale(saleId)}
    >
      {number}
    </PressButton>
  )
}
