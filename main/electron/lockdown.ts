import { app, type Session, session, type WebContents } from 'electron'
import type { Log } from '../environment.ts'
import { isOurs } from './origin.ts'

/** Forbids every page to navigate, open windows or webviews, get permissions or reach the network. */
export function lockDown(log: Log): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents, log))
  lockSession(session.defaultSession)
}

function lockContents(contents: WebContents, log: Log): void {
  const stay = (event: { preventDefault: () => void; url: string }): void => {
    // Allows a reload only: the cashier's window never shows the display's page, nor the other way round.
    if (isOurs(event.url) && event.url === contents.getURL()) return
    event.preventDefault()
    log.warn('a page tried to navigate away; refused')
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

function lockSession(ours: Session): void {
  ours.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  ours.setPermissionCheckHandler(() => false)
  ours.setDevicePermissionHandler(() => false)
  ours.webRequest.onBeforeRequest((details, callback) => {
    const local =
      isOurs(details.url) || details.url.startsWith('data:') || details.url.startsWith('devtools:')
    callback({ cancel: !local })
  })
  ours.on('will-download', (event) => event.preventDefault())
}
