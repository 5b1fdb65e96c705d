import { useLayoutEffect, useRef, useState } from 'react'
import type { LeftOfLine } from '../../../../shared/sale/return.ts'
import { nameOf } from '../../../../shared/sale/sale.ts'
import { isQuestion } from '../../page/approval-asked.ts'
import { announce, call, failureText, say } from '../../page/index.ts'
import { type Scan, useScans } from '../../page/scanning/index.ts'
import { sound } from '../../page/sounds/index.ts'
import { type Chosen, scanned } from './chosen.ts'

/**
 * A scan in the return screen chooses one piece of its line, all pieces of a scanned pack, or the line of a scale's
 * label, and never sells. Returns why the last scan chose nothing.
 */
export function useReturnScans(
  left: readonly LeftOfLine[],
  chosen: Chosen,
  choose: (chosen: Chosen) => void,
): string | null {
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
  const choosePiece = async ({ code: read, isReceipt }: Scan) => {
    if (isReceipt) return refuse(say('return.scan.receipt'))
    const reply = await call('findGoods', { code: read })
    // Nobody said which product it is.
    if (!reply.ok && isQuestion(reply.error)) return refuse(failureText(say, reply.error))
    const meant = reply.ok ? reply.value : { code: read, row: null, quantity: null, pack: null, pieces: 1 }
    const found = scanned(left, latest.current, { read, ...meant })
    if (found === null)
      return refuse(
        meant.row === null ? say('till.unknown', { code: meant.code }) : say('return.scan.unknown'),
      )
    const name = nameOf(found.line)
    if (found.chosen === null) return refuse(say('return.scan.all', { name }))
    latest.current = found.chosen
    choose(latest.current)
    setWords(null)
    sound('added')
    announce(say('return.scan.chosen', { name }))
  }
  useScans(choosePiece, { receipts: true })
  return words
}
