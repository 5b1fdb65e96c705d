/**
 * Blocks the till's shortcuts while the till is locked or waits for an approval. This listener runs before those of all
 * screens and after the scanner's.
 */
import { isEntry, swallow } from '../../../kit/index.ts'
import { approvalAsked } from '../../page/approval-asked.ts'
import { page, type Room } from '../../page/index.ts'
import { isCommand } from '../../page/shortcuts/index.ts'
import { keepDuringQuestion } from '../../page/typed-ahead.ts'

const isGuarded = (): boolean => page.getState().lock !== null || approvalAsked.getState().asked !== null

export function guardKeyboard(): void {
  const onKey = (event: KeyboardEvent) => {
    if (!isGuarded()) return
    if (event.code === 'Escape') {
      // Closes the approval wherever the focus is; the screens below do not get the key.
      swallow(event)
      approvalAsked.getState().asked?.press(false)
    } else if (isOfTheTill(event)) swallow(event)
    else if (isTypedInNoField(event)) {
      swallow(event)
      keepDuringQuestion(event)
    }
  }
  window.addEventListener('keydown', onKey, true)
  page.subscribe(({ lock, room }, before) => {
    if (room !== before.room || (lock !== null && before.lock === null))
      left.set(before.room, document.activeElement)
    if (lock !== null) approvalAsked.getState().asked?.answer(false)
  })
}

const left = new Map<Room, Element | null>()

/**
 * Returns the focus to the field of the room that had it before the lock, or before another room was opened, if it still
 * exists, and to another element if no screen took the focus. It waits a frame, because screens that become visible do.
 */
export function giveBackKeyboard(): void {
  const had = left.get(page.getState().room)
  requestAnimationFrame(() => {
    if (!(had instanceof HTMLElement) || !had.isConnected) return
    if (isEntry(had) || !isEntry(document.activeElement)) had.focus()
  })
}

/**
 * What is typed without a field, by a scanner or as a PIN beside its field, must not be led to the search box behind, nor
 * be shown and kept for the next field.
 */
const isTypedInNoField = ({ key, target }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !isEntry(target)

/** Select all, copy, paste and cut; and of a Mac: quit, hide, minimise. */
const OF_OTHERS = ['KeyA', 'KeyC', 'KeyV', 'KeyX', 'KeyQ', 'KeyH', 'KeyM']

/** Function keys and shortcuts with Ctrl, or with Cmd on a Mac, belong to the till, except those. */
const isOfTheTill = (event: KeyboardEvent): boolean =>
  /^F\d+$/.test(event.code) || ((event.ctrlKey || isCommand(event)) && !OF_OTHERS.includes(event.code))
