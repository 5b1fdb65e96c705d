import { useContext, useEffect } from 'react'
import { OverlayTriggerStateContext, Popover, type PopoverProps } from 'react-aria-components'
import { flushSync } from 'react-dom'

const closers = new Set<() => void>()

export const isPopoverOpen = (): boolean => closers.size > 0

/** Closes every open popover at once, so that it does not hold back the focus from what a scan opens. */
export const closePopovers = (): void =>
  flushSync(() => {
    for (const close of closers) close()
  })

/** The popover of a menu, a calendar or a list. A scan closes it. */
export function PassingPopover(props: PopoverProps) {
  const state = useContext(OverlayTriggerStateContext)
  const open = state?.isOpen === true
  const close = state?.close
  useEffect(() => {
    if (!open || close === undefined) return
    closers.add(close)
    return () => void closers.delete(close)
  }, [open, close])
  return <Popover {...props} />
}
