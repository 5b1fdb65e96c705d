/** `window.pos` in the browser host: the same bridge as the preload's, over a Playwright binding. */
import type { Page } from '@playwright/test'
import { failure } from '../../../shared/failure.ts'
import { type PageView, type Reply, VIEW_CHANNEL } from '../../../shared/page/index.ts'

const BINDING = '__posCall'

type Answer = (name: string, request: unknown, key?: string) => Promise<Reply<unknown>>

/**
 * Must be called before the page opens, and works for this page alone. Answers only the main frame of `origin`. Answers
 * and pushed views are sent as JSON, which Playwright transfers much faster than structured values.
 */
export async function buildBridge(page: Page, origin: string, answer: Answer): Promise<void> {
  await page.exposeBinding(BINDING, async ({ frame }, name: unknown, request: unknown, key: unknown) => {
    const ours = frame === page.mainFrame() && new URL(frame.url()).origin === origin
    return JSON.stringify(
      ours
        ? await answer(String(name), request, typeof key === 'string' ? key : undefined)
        : { ok: false, error: failure('UNEXPECTED', 'not the till’s page') },
    )
  })
  await page.addInitScript(installBridge, { binding: BINDING, channel: VIEW_CHANNEL })
}

export const pushView = (page: Page, view: PageView): Promise<void> =>
  push(page, VIEW_CHANNEL, JSON.stringify(view))

/** Pushes data to a page as a DOM event, which its bridge receives. */
export const push = (page: Page, channel: string, detail: unknown): Promise<void> =>
  page.evaluate((told) => void window.dispatchEvent(new CustomEvent(told.channel, { detail: told.detail })), {
    channel,
    detail,
  })

/** Runs in the page before the page's own scripts, so it can use only its argument. */
function installBridge({ binding, channel }: { binding: string; channel: string }): void {
  const call = Reflect.get(window, binding)
  Reflect.deleteProperty(window, binding)
  const pos = {
    call: async (name: string, request: unknown, key: unknown) => JSON.parse(await call(name, request, key)),
    onView: (listener: (view: unknown) => void) => {
      const hear = (event: Event) => listener((event as CustomEvent).detail)
      window.addEventListener(channel, hear)
      return () => window.removeEventListener(channel, hear)
    },
  }
  Object.defineProperty(window, 'pos', { value: Object.freeze(pos) })
}
