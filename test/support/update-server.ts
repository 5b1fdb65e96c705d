/** A web server with updates, and the maker who signs them. */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished, type TestContext } from 'vitest'
import type { SystemNetwork } from '../../main/payment-service/client/index.ts'
import type { Feed } from '../../main/till/updates/index.ts'
import { httpsFolder } from '../../main/till/updates/index.ts'
import { publicKeyOf, signFeed } from '../../scripts/run/sign-feed.ts'
import { selfSigned } from '../../scripts/shop-database/certificates.ts'
import { needs, programsMissing } from './needs.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A new maker, with the public key that is built into the program. */
export function maker() {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  return { pem, key: publicKeyOf(pem) }
}
export type Maker = ReturnType<typeof maker>

export const FEED = 'update-linux-x64.json'
export const MEBIBYTE = 1 << 20

/** A package of the version, of bytes that nobody can guess. */
export const somePackage = (bytes = MEBIBYTE): Buffer => randomBytes(bytes)

export const packageName = (version: string): string => `tugrik-pos-${version}-linux-x64.AppImage`

const sha512 = (content: Buffer): string => createHash('sha512').update(content).digest('hex')

type Release = Partial<Omit<Feed, 'files'>> & { readonly version: string }

export const feedOf = (content: Buffer, release: Release): Feed => ({
  signedAt: '2026-11-20T00:00:00.000Z',
  stagingPercentage: 100,
  files: [{ name: packageName(release.version), size: content.length, sha512: sha512(content) }],
  ...release,
})

/** What the server does instead of sending the whole file. */
export type Fault = (response: ServerResponse, content: Buffer, from: number) => void

/** A folder on a web server that answers ranges, with a certificate for this name. Skips the test without openssl. */
export async function updateServer({ skip }: Pick<TestContext, 'skip'>, host = 'localhost') {
  needs(skip, programsMissing('openssl'))
  const { key, certificate } = selfSigned(temporaryFolder(), host)
  const files = new Map<string, Buffer>()
  const asked: string[] = []
  let fault: Fault | null = null
  let feedFault: Fault | null = null
  const server = createServer({ key, cert: certificate }, ({ url = '', headers }, response) => {
    const name = decodeURIComponent(url.replace('/updates/', ''))
    const content = files.get(name)
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    asked.push(from === 0 ? name : `${name} from ${from}`)
    if (content === undefined) return response.writeHead(404).end()
    const now = name === FEED ? feedFault : fault
    if (now !== null) return now(response, content, from)
    if (from > 0)
      response.writeHead(206, {
        'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
        'content-length': content.length - from,
      })
    else response.writeHead(200, { 'content-length': content.length })
    response.end(content.subarray(from))
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  onTestFinished(close)
  const { port } = server.address() as AddressInfo
  const network: SystemNetwork = { authorities: () => [certificate], wayTo: async () => 'DIRECT' }
  return {
    address: `https://${host}:${port}/updates`,
    port,
    network,
    open: (address: string) => httpsFolder(address, network),
    asked,
    put: (name: string, content: Buffer | string) => void files.set(name, Buffer.from(content)),
    /** Publishes a version, signed by the maker. */
    publish: (by: Maker, content: Buffer, release: Release) => {
      files.set(packageName(release.version), content)
      files.set(FEED, Buffer.from(signFeed(FEED, feedOf(content, release), by.pem)))
    },
    fail: (next: Fault | null) => {
      fault = next
    },
    failFeed: (next: Fault | null) => {
      feedFault = next
    },
    goAway: close,
    comeBack: () => listen(port),
  }
}

/** Sends this many bytes of the whole file, and cuts the connection. */
export const cutAfter =
  (bytes: number): Fault =>
  (response, content) => {
    response.writeHead(200, { 'content-length': content.length })
    response.write(content.subarray(0, bytes), () => response.destroy())
  }

/** Sends the file a byte at a time, so slowly that it never ends, and never so slowly that it is silent. */
export const dripping: Fault = (response, content) => {
  response.writeHead(200, { 'content-length': content.length })
  let sent = 0
  const timer = setInterval(() => response.write(content.subarray(sent, ++sent)), 20)
  response.on('close', () => clearInterval(timer))
}
