import { type RefObject, useLayoutEffect, useRef } from 'react'
import { createNumberKeys, isEntry, typeInto } from '../../../kit/index.ts'
import { type Scan, useScans } from '../../page/scanning/index.ts'

type TillKeys = {
  readonly search: RefObject<HTMLInputElement | null>
  readonly onScan: (scan: Scan) => void
}

const withModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.altKey || event.metaKey

/** Leads all typing on the till to the search box, and takes scans in any field. */
export function useTillKeys({ search, onScan }: TillKeys): void {
  const latest = useRef(search)
  useLayoutEffect(() => {
    const readNumber = createNumberKeys('*.,')
    const onKey = (event: KeyboardEvent) => {
      if (withModifier(event)) return
      const box = latest.current.current
      const inSearch = event.target === box
      const leads = !inSearch && isToBeLed(event)
      const typed = inSearch || leads ? readNumber(event) : null
      if (leads) box?.focus()
      if (typed === null || box === null) return
      event.preventDefault()
      typeInto(box, typed)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
  const take = (scan: Scan, pass: (scan: Scan) => void) => (scan.isReceipt ? pass(scan) : onScan(scan))
  useScans(take, { receipts: true })
  useReturningFocus(search)
}

/** A character typed outside a field goes to the search box. */
const isToBeLed = ({ target, key }: KeyboardEvent): boolean =>
  !isEntry(target) && key.length === 1 && key !== ' '

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
