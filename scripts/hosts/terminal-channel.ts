import type { DisplayView, Reply, TerminalView } from '../../shared/ipc/index.ts'

/** What goes to the process that the browser host's terminal runs in, */
export type ToTerminal =
  | {
      readonly kind: 'call'
      readonly id: number
      readonly name: string
      readonly request: unknown
      readonly key: string | undefined
    }
  | { readonly kind: 'stop' }
  /** The machine's clock is to be so far ahead of what it was at the start; below nothing, behind it. */
  | { readonly kind: 'clock'; readonly aheadMs: number }

/** and what comes from it. */
export type FromTerminal =
  | { readonly kind: 'ready'; readonly display: DisplayView }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply<unknown> }
  | { readonly kind: 'view'; readonly view: TerminalView }
  | { readonly kind: 'display'; readonly view: DisplayView }
