import type { Page } from '@playwright/test'

type Listening = Window & { spoken?: string[] }

/** Notes from now on what changes in the live regions of the page: the texts that a screen reader speaks by itself. */
export const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const LIVE = '[role=alert], [role=status], [aria-live=polite], [aria-live=assertive]'
    const spoken: string[] = []
    Object.assign(window, { spoken })
    const regionOf = (node: Node): Element | null =>
      (node instanceof Element ? node : node.parentElement)?.closest(LIVE) ?? null
    new MutationObserver((records) => {
      const changed = records
        .filter(({ type, addedNodes }) => type === 'characterData' || addedNodes.length > 0)
        .map(({ target }) => regionOf(target))
      for (const region of new Set(changed)) {
        const words = region?.textContent?.trim() ?? ''
        if (words !== '') spoken.push(words)
      }
    }).observe(document.documentElement, { subtree: true, childList: true, characterData: true })
  })

/** What was spoken since `listen`, in order. */
export const spokenOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as Listening).spoken ?? [])
