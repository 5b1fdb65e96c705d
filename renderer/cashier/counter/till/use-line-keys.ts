import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { nameOf, type Sale } from '../../../../shared/sale/sale.ts'
import { announce, call, failureText, say } from '../../page/index.ts'
import { useShortcut } from '../../page/shortcuts/index.ts'
import { sound } from '../../page/sounds/index.ts'
import { useSearchFocus } from '../../parts/search-focus.ts'
import type { LitStore } from './use-adding.ts'

/**
 * Chooses a line with the arrows: → the first and ↑ the last from the empty search, then ↑ and ↓. The chosen line has the
 * focus and is the one that F2 and F5 change. Delete removes it, and any letter or digit goes to the search.
 */
export function useLineKeys(
  sale: Sale,
  list: RefObject<HTMLElement | null>,
  lit: LitStore,
  enabled: boolean,
): (event: KeyboardEvent) => void {
  const focusSearch = useSearchFocus()
  const removing = useRef(false)
  const choose = (lineId: string | undefined): void => {
    if (lineId === undefined) {
      focusSearch()
      return
    }
    lit.setState((before) => ({ lineId, times: before?.times ?? 0 }), true)
    const line = list.current?.querySelector(`[data-line="${CSS.escape(lineId)}"]`)
    line?.scrollIntoView({ block: 'nearest' })
    line?.querySelector<HTMLElement>('[data-choose]')?.focus()
  }
  const remove = async (place: number) => {
    const line = sale.lines[place]
    if (line === undefined || removing.current) return
    removing.current = true
    choose((sale.lines[place + 1] ?? sale.lines[place - 1])?.id)
    const reply = await call('removeLine', { saleId: sale.id, lineId: line.id })
    removing.current = false
    if (!reply.ok) sound('refused')
    announce(reply.ok ? say('undo.removed', { name: nameOf(line) }) : failureText(say, reply.error))
  }
  useShortcut('firstLine', () => choose(sale.lines[0]?.id), enabled)
  useShortcut('lastLine', () => choose(sale.lines.at(-1)?.id), enabled)
  return (event) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-choose]')) return
    const lineId = event.target.closest<HTMLElement>('[data-line]')?.dataset.line
    const place = sale.lines.findIndex(({ id }) => id === lineId)
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const next = sale.lines[place + (event.key === 'ArrowDown' ? 1 : -1)]
        if (next) choose(next.id)
        break
      }
      case 'ArrowLeft':
      case 'Escape':
        focusSearch()
        break
      case 'Delete':
      case 'Backspace':
        void remove(place)
        break
      default:
        return
    }
    event.preventDefault()
    event.stopPropagation()
  }
}
