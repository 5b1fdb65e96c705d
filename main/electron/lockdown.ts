import { app, type ProxyConfig, type Session, session, type WebContents } from 'electron'
import type { Log } from '../base/clock-and-log.ts'
import { isOurs } from './origin.ts'
import { pageSession } from './page-preferences.ts'

/**
 * Chromium resolves no host name, also not for a link, a WebRTC server or its own services. The main process asks the
 * payment service through Node, which this does not concern. Call it before the app is ready.
 */
export function resolveNoNames(): void {
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ^NOTFOUND')
}

/** Forbids every page to navigate, open windows or webviews, get permissions or reach the network. */
export async function lockDown(log: Log): Promise<void> {
  app.on('web-contents-created', (_event, contents) => lockContents(contents, log))
  const sessions = [session.defaultSession, pageSession()]
  app.on('session-created', lockSession)
  await Promise.all(sessions.map(lockSession))
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
  contents.on('will-prevent-unload', (event) => event.preventDefault()) // else a page keeps its document for ever
  contents.on('content-bounds-updated', (event) => event.preventDefault()) // no page moves or resizes its window
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/** WebRTC over TCP bypasses `connect-src` and `webRequest`, but not the proxy. This one has no address. */
const NOWHERE: ProxyConfig = {
  mode: 'fixed_servers',
  proxyRules: 'http://nowhere.invalid:1',
  proxyBypassRules: '<-loopback>', // without it, requests to this machine go past the proxy
}

async function lockSession(ours: Session): Promise<void> {
  // Else Chromium downloads a dictionary, also with `spellcheck: false` in every window.
  ours.setSpellCheckerEnabled(false)
  ours.setSpellCheckerLanguages([])
  ours.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  ours.setPermissionCheckHandler(() => false)
  ours.setDevicePermissionHandler(() => false)
  ours.webRequest.onBeforeRequest((details, callback) => {
    const local =
      isOurs(details.url) || details.url.startsWith('data:') || details.url.startsWith('devtools:')
    callback({ cancel: !local })
  })
  ours.on('will-download', (event) => event.preventDefault())
  await ours.setProxy(NOWHERE)
}
