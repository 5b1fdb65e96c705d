/** The ways to the service that the system's proxy settings name, in the form of a PAC script's answer. */

export type Way =
  | { readonly kind: 'direct' }
  /** `secure`: TLS to the proxy itself. */
  | { readonly kind: 'proxy'; readonly secure: boolean; readonly host: string; readonly port: number }
  /** A way that the client cannot take, such as SOCKS. */
  | { readonly kind: 'unfit'; readonly words: string }

const DIRECT: Way = { kind: 'direct' }

/** Reads "PROXY a:8080; HTTPS b:443; DIRECT". An empty answer means no proxy. */
export function waysOf(answer: string): readonly [Way, ...Way[]] {
  const [first, ...others] = answer
    .split(';')
    .map((words) => words.trim())
    .filter((words) => words !== '')
    .map(wayOf)
  return first === undefined ? [DIRECT] : [first, ...others]
}

function wayOf(words: string): Way {
  const [kind = '', address = ''] = words.split(/\s+/)
  if (/^direct$/i.test(kind)) return DIRECT
  const secure = /^https$/i.test(kind)
  const url = `http://${address}`
  if ((!secure && !/^(proxy|http)$/i.test(kind)) || address === '' || !URL.canParse(url))
    return { kind: 'unfit', words }
  const { hostname, port } = new URL(url)
  const usual = secure ? 443 : 80
  return {
    kind: 'proxy',
    secure,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? usual : Number(port),
  }
}

export const nameOfWay = (way: Way): string =>
  way.kind === 'direct' ? 'DIRECT' : way.kind === 'unfit' ? way.words : `${way.host}:${way.port}`
