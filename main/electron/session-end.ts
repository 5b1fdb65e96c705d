/**
 * Ends the till in order when the system shuts down or a person logs off (docs/decisions/shop-computer.md). macOS and Linux tell
 * the program. Windows asks each window, and closes programs without `before-quit`.
 */
import type { Log } from '../base/clock-and-log.ts'

type Asked = { readonly preventDefault: () => void }
type Listener = (asked: Asked) => void

export type Session = {
  /** The next windows of the program. */
  readonly onWindow: (
    listener: (window: { readonly on: (event: 'query-session-end', listener: Listener) => unknown }) => void,
  ) => void
  readonly onShutdown: (listener: Listener) => void
  readonly quit: () => void
  readonly log: Pick<Log, 'info'>
}

/** Holds the end of the session until the program has ended. All windows are asked, and the program quits once. */
export function endWithSession({ onWindow, onShutdown, quit, log }: Session): void {
  let ending = false
  const end: Listener = (asked) => {
    asked.preventDefault()
    if (ending) return
    ending = true
    log.info('the session of the system ends')
    quit()
  }
  onWindow((window) => window.on('query-session-end', end))
  onShutdown(end)
}
