import type { DisplayView, PageView, Reply } from '../../../shared/page/index.ts'

/** Messages to the process in which the browser host's terminal runs. */
export type ToTerminal =
  | {
      readonly kind: 'call'
      readonly id: number
      readonly name: string
      readonly request: unknown
      readonly key: string | undefined
    }
  | { readonly kind: 'stop' }
  /** Sets the machine's clock this many milliseconds ahead of its time at the start; a negative value sets it back. */
  | { readonly kind: 'clock'; readonly aheadMs: number }

/** Messages from that process. */
export type FromTerminal =
  | { readonly kind: 'ready'; readonly display: DisplayView }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply<unknown> }
  | { readonly kind: 'view'; readonly view: PageView }
  | { readonly kind: 'display'; readonly view: DisplayView }
