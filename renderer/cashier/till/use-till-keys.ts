import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createNumberKeys, isEntry, typeInto } from '../../kit/index.ts'
import { createScanReader, isCutCode } from '../scan.ts'
import { type Scan, useScans } from '../scanning/index.ts'
import { createHeldDigits } from './held-digits.ts'

type TillKeys = {
  readonly search: RefObject<HTMLInputElement | null>
  /** `inSearch` tells whether the search box had the focus. Otherwise `quantity` was typed before the code elsewhere. */
  readonly onScan: (code: string, inSearch: boolean, quantity?: string | null) => void
  readonly onDigits: (digits: string) => void
}

const withModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.altKey || event.metaKey

/** Leads all typing on the till to the search box, and recognises scans in any field. */
export function useTillKeys(keys: TillKeys): void {
  const latest = useRef(keys)
  // flushSync, because the next key acts on the text that is then in the box.
  const [held] = useState(() =>
    createHeldDigits((digits) => flushSync(() => latest.current.onDigits(digits))),
  )
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    // Enter after a short code must add the product with exactly this code, not the first product that contains the
    // digits.
    const readCut = createScanReader(isCutCode)
    const readNumber = createNumberKeys('*.,')
    const onKey = (event: KeyboardEvent) => {
      if (withModifier(event)) return held.release()
      const inSearch = event.target === latest.current.search.current
      const cut = readCut(event)
      if (inSearch && cut !== null) {
        held.drop()
        event.preventDefault()
        event.stopPropagation()
        return latest.current.onScan(cut, true)
      }
      const leads = !inSearch && isToBeLed(event)
      const typed = inSearch || leads ? readNumber(event) : null
      if (leads) latest.current.search.current?.focus()
      const box = latest.current.search.current
      if (typed === null || box === null) return held.release()
      event.preventDefault()
      if (typed === '*') held.release()
      else if (held.hold(typed, event.timeStamp, mayBegin(box))) return event.stopPropagation()
      typeInto(box, typed)
    }
    window.addEventListener('keydown', onKey, true)
    return () => {
      held.drop()
      window.removeEventListener('keydown', onKey, true)
    }
  }, [held])
  const take = (scan: Scan, pass: (scan: Scan) => void) => {
    held.drop()
    if (scan.isReceipt) return pass(scan)
    const { code, quantity, field, putBack } = scan
    const inSearch = field === keys.search.current
    if (!inSearch) putBack()
    keys.onScan(code, inSearch, quantity)
  }
  useScans(take, { receipts: true })
  useReturningFocus(keys.search)
}

/** A character typed outside a field goes to the search box. */
const isToBeLed = ({ target, key }: KeyboardEvent): boolean =>
  !isEntry(target) && key.length === 1 && key !== ' '

/** A code can begin in an empty box or after a quantity prefix ("3*"). */
const mayBegin = ({ value }: HTMLInputElement): boolean => /(?:^|\*)$/.test(value)

/** Returns the focus to the search box after a click or touch. The Tab key can still leave it. */
function useReturningFocus(search: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (isEntry(event.target) || event.detail === 0) return
      requestAnimationFrame(() => {
        if (!isEntry(document.activeElement)) search.current?.focus()
      })
    }
    window.addEventListener('click', onClick)
    return () => window.removeEventListener('click', onClick)
  }, [search])
}
