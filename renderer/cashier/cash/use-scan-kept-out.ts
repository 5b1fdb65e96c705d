import { type RefObject, useEffect, useRef } from 'react'
import { createScanReader } from '../scan.ts'

/**
 * A barcode that is read while an amount is being typed is no amount, and its Enter takes no money: what the field had
 * before comes back, and the keyboard stays there. What becomes of the goods is the till's business.
 */
export function useScanKeptOut(
  field: RefObject<HTMLInputElement | null>,
  restore: (code: string) => void,
): void {
  const latest = useRef(restore)
  useEffect(() => {
    latest.current = restore
  })
  useEffect(() => {
    const readScan = createScanReader()
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const code = readScan(event)
      if (code === null) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(code)
      field.current?.focus()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [field])
}
