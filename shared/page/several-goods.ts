/** The products that a code may mean, as the detail of CODE_OF_SEVERAL: a line for each, code, price and name between tabs. */
import { type Money, money } from '../money/money.ts'
import type { Product } from '../shop/product.ts'

type One = { readonly code: string; readonly price: Money; readonly name: string }

export const severalAsText = (products: readonly Product[]): string =>
  products.map(({ code, price, name }) => [code, price, name.replace(/\s/gu, ' ')].join('\t')).join('\n')

export const severalFromText = (text: string): readonly One[] =>
  text.split('\n').map((line) => {
    const [code = '', price = '', ...name] = line.split('\t')
    return { code, price: money(Number(price)), name: name.join(' ') }
  })
