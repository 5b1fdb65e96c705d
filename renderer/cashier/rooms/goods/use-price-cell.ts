import { useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import { asTyped, type GoodsRow } from '../../../../shared/shop/goods.ts'
import { useSteady } from '../../../kit/index.ts'
import { call, useCommand } from '../../page/index.ts'
import { keepRepriced } from './goods-page.ts'

export type PriceCell = {
  /** The product whose price is typed, and the text. */
  readonly cell: { readonly row: GoodsRow; readonly text: string } | null
  readonly failure: Failure | null
  /** Whether a price is typed that is not saved. A scan must not lose it. */
  readonly isTyped: boolean
  readonly open: (row: GoodsRow) => void
  readonly type: (text: string) => void
  readonly leave: () => void
  /** Saves the typed price. Resolves to false if it was refused and the field has to stay open. */
  readonly save: () => Promise<boolean>
}

/** The price that is edited in the list of goods, one at a time. */
export function usePriceCell(): PriceCell {
  const [cell, setCell] = useState<PriceCell['cell']>(null)
  const { run, failure, forget } = useCommand()
  const price = cell === null ? '' : asTyped(cell.row).price
  const isTyped = cell !== null && cell.text.trim() !== price
  const leave = useSteady(() => {
    setCell(null)
    forget()
  })
  const save = async () => {
    if (cell === null || !isTyped) return true
    const { product } = cell.row
    const one = { code: product.code, name: product.name, from: { price }, to: { price: cell.text.trim() } }
    const reply = await run(() => call('changeGoods', { plan: [one] }))
    if (reply?.ok) keepRepriced([one])
    return reply?.ok ?? false
  }
  return {
    ...{ cell, failure, isTyped, leave, save },
    open: useSteady((row) => {
      forget()
      setCell({ row, text: asTyped(row).price })
    }),
    type: useSteady((text) => setCell((now) => now && { ...now, text })),
  }
}
