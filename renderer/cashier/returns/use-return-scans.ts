import { useLayoutEffect, useRef, useState } from 'react'
import { formatQuantity } from '../../../shared/quantity.ts'
import type { LeftOfLine } from '../../../shared/return.ts'
import { call } from '../call.ts'
import { type Scan, useScans } from '../scanning/index.ts'
import { sound } from '../sounds/index.ts'
import { announce } from '../store.ts'
import { useText } from '../text.ts'
import { type Chosen, chosenOf, stepped } from './choose-lines.tsx'

/**
 * A scan in the return screen chooses one piece of its line, or the line of a scale's label, and never sells. Returns
 * why the last scan chose nothing.
 */
export function useReturnScans(
  left: readonly LeftOfLine[],
  chosen: Chosen,
  choose: (chosen: Chosen) => void,
): string | null {
  const say = useText()
  const [words, setWords] = useState<string | null>(null)
  /** The choice before it is rendered, because scans come faster. */
  const latest = useRef(chosen)
  useLayoutEffect(() => {
    latest.current = chosen
  })
  const refuse = (why: string) => {
    sound('refused')
    setWords(why)
  }
  const choosePiece = async ({ code: read, isReceipt, putBack }: Scan) => {
    putBack()
    if (isReceipt) return refuse(say('return.scan.receipt'))
    const reply = await call('findGoods', { code: read })
    const meant = reply.ok ? reply.value : { code: read, quantity: null }
    const lines = left.filter(({ line }) => line.product.code === meant.code || line.product.code === read)
    const open = lines.filter((one) => chosenOf(latest.current, one) < one.quantity)
    const [first] = lines
    if (first === undefined) return refuse(say('return.scan.unknown'))
    const { name } = first.line.product
    const line = open.find((one) => formatQuantity(one.quantity) === meant.quantity) ?? open[0]
    if (line === undefined) return refuse(say('return.scan.all', { name }))
    latest.current = stepped(latest.current, line, 1)
    choose(latest.current)
    setWords(null)
    sound('added')
    announce(say('return.scan.chosen', { name }))
  }
  useScans(choosePiece, { receipts: true })
  return words
}
