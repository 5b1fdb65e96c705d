/** Shows a page of ours to nobody, to print it. It runs no scripts, in a sandboxed window. */
import { BrowserWindow, type Session, session } from 'electron'
import { PAGE_SCHEME } from './origin.ts'

/** In memory. A page is served here, because an address with a page of many rows in it would be too long. */
const PAPER_SESSION = 'paper'

export async function onHiddenPage<Answer>(
  html: string,
  work: (page: BrowserWindow) => Promise<Answer>,
): Promise<Answer> {
  pages += 1
  const address = `${PAGE_SCHEME}://pos/${pages}`
  shown.set(address, html)
  const page = new BrowserWindow({
    show: false,
    webPreferences: {
      session: paperSession(),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript: false,
    },
  })
  try {
    await page.loadURL(address)
    return await work(page)
  } finally {
    shown.delete(address)
    page.destroy()
  }
}

let pages = 0
/** The pages by their addresses, while they are printed. */
const shown = new Map<string, string>()

function paperSession(): Session {
  const own = session.fromPartition(PAPER_SESSION, { cache: false })
  if (!own.protocol.isProtocolHandled(PAGE_SCHEME))
    own.protocol.handle(PAGE_SCHEME, ({ url }) => {
      const html = shown.get(url)
      return html === undefined
        ? new Response(null, { status: 404 })
        : new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
    })
  return own
}
