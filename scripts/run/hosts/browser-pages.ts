/** The product's pages in a browser. Nothing listens on a port: Playwright serves the files. */
import type { BrowserContext, Route } from '@playwright/test'
import { CONTENT_HEADERS, fileForRequest } from '../../../main/electron/security/index.ts'
import { inProject } from '../setup/project.mjs'

/** A name that no DNS resolves (RFC 2606), so the page can load only what is served here. */
export const ORIGIN = 'https://pos.invalid'
export const FIRST_PAGE = `${ORIGIN}/cashier/index.html`
export const DISPLAY_PAGE = `${ORIGIN}/display/index.html`

/** Serves the pages' own files with the product's own headers; refuses every other request. */
export const servePages = (context: BrowserContext): Promise<unknown> => context.route('**/*', handOut)

async function handOut(route: Route): Promise<void> {
  const request = route.request()
  if (request.method() !== 'GET' || new URL(request.url()).origin !== ORIGIN)
    return route.abort('blockedbyclient')
  const file = fileForRequest(inProject('out/renderer'), request.url())
  if (file === null) return route.fulfill({ status: 404, body: '' })
  await route.fulfill({ path: file.path, headers: { ...CONTENT_HEADERS, 'Content-Type': file.type } })
}
