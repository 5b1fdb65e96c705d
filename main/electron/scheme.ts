import { readFile } from 'node:fs/promises'
import { protocol, type Session } from 'electron'
import { isOurs, PAGE_SCHEME } from './origin.ts'
import { CONTENT_HEADERS, fileForRequest } from './security/index.ts'

/**
 * Call it before the app is ready. Makes `app://pos` an origin like https, whose files a page without an origin may load
 * (main/electron/security/content-policy.ts).
 */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, corsEnabled: true } },
  ])
}

/** Serves the built page's files under the content policy, and nothing outside their folder. */
export function serveScheme(pages: Session, root: string): void {
  pages.protocol.handle(PAGE_SCHEME, async (request) => {
    const file = request.method === 'GET' && isOurs(request.url) ? fileForRequest(root, request.url) : null
    if (!file) return new Response(null, { status: 404, headers: CONTENT_HEADERS })
    try {
      const body = await readFile(file.path)
      return new Response(body, { headers: { ...CONTENT_HEADERS, 'Content-Type': file.type } })
    } catch {
      return new Response(null, { status: 404, headers: CONTENT_HEADERS })
    }
  })
}
