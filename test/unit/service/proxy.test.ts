import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { needs, programsMissing } from '../../support/needs.ts'
import { UNPAID } from './samples.ts'
import { clientOf, failureOf, keptLog, scriptedService } from './scripted-service.ts'
import { testCertificate } from './test-certificate.ts'

const NAMES = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']
const PROXY_PASSWORD = 'pr0xy-Pa55'

beforeEach(() => {
  for (const name of NAMES) vi.stubEnv(name, undefined)
  return () => vi.unstubAllEnvs()
})

type Refused = { readonly status: number }

/** A proxy that connects every name to this port of this machine, or refuses. */
async function proxy(to: number | Refused | 'silence') {
  const asked: { readonly target: string; readonly authorization: string | undefined }[] = []
  const open = new Set<Duplex>()
  const server = createHttpServer((_request, response) => response.end('no tunnel asked for'))
  server.on('connect', (request, socket) => {
    asked.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] })
    socket.on('error', () => {})
    open.add(socket)
    if (to === 'silence') return
    if (typeof to !== 'number') {
      socket.end(`HTTP/1.1 ${to.status} No\r\n\r\n`)
      return
    }
    const behind = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      behind.pipe(socket)
      socket.pipe(behind)
    })
    behind.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { asked, url: `http://till:${PROXY_PASSWORD}@127.0.0.1:${port}` }
}

/** A payment service with a certificate for this name; it counts its connections. */
async function secureService(name: string, certificate: 'trusted' | 'not trusted') {
  const made = testCertificate(name)
  const before = getCACertificates('default')
  if (certificate === 'trusted') setDefaultCACertificates([...before, made.certificate])
  const server = createHttpsServer({ key: made.key, cert: made.certificate }, (request, response) => {
    const pair = {
      token_type: 'Bearer',
      access_token: 'access-token-0',
      expires_in: 600,
      refresh_token: 'refresh-token-0',
      refresh_expires_in: 3600,
    }
    response.end(JSON.stringify(request.url === '/v2/auth/token' ? pair : UNPAID))
  })
  let connections = 0
  server.on('secureConnection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    setDefaultCACertificates(before)
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

test('a proxy from the environment is used, with TLS to the service itself and a kept connection', async ({
  skip,
}) => {
  needs(skip, programsMissing('openssl'))
  const service = await secureService('pay.shop.invalid', 'trusted')
  const { asked, url } = await proxy(service.port)
  vi.stubEnv('HTTPS_PROXY', url)
  const client = clientOf('https://pay.shop.invalid')
  for (let times = 0; times < 20; times++)
    expect(await client.checkPayment('inv-1')).toMatchObject({ payments: [] })
  expect(asked[0]).toEqual({
    target: 'pay.shop.invalid:443',
    authorization: `Basic ${Buffer.from(`till:${PROXY_PASSWORD}`).toString('base64')}`,
  })
  // undici may open a second connection before it sees that the first is free again.
  expect(service.connections()).toBeLessThanOrEqual(2)
  expect(asked.length).toBe(service.connections())
})

test.for(['directly', 'through a proxy'])(
  'the environment cannot turn off the check of certificates: %s',
  async (way, { skip }) => {
    needs(skip, programsMissing('openssl'))
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const host = way === 'directly' ? 'localhost' : 'pay.shop.invalid'
    const service = await secureService(host, 'not trusted')
    if (way === 'through a proxy') vi.stubEnv('HTTPS_PROXY', (await proxy(service.port)).url)
    const client = clientOf(
      way === 'directly' ? `https://localhost:${service.port}` : 'https://pay.shop.invalid',
    )
    expect(await failureOf(client.tryCredentials())).toMatchObject({ name: 'NO_CONNECTION' })
  },
)

test('NO_PROXY is honoured', async () => {
  const { asked, url } = await proxy({ status: 502 })
  vi.stubEnv('HTTPS_PROXY', url)
  vi.stubEnv('NO_PROXY', 'other.invalid,.shop.invalid')
  expect(await failureOf(clientOf('https://pay.shop.invalid').tryCredentials())).toMatchObject({
    name: 'NO_CONNECTION',
  })
  expect(asked).toEqual([])
})

test('a proxy is not used for this machine', async () => {
  const { asked, url } = await proxy({ status: 502 })
  for (const name of NAMES.filter((one) => !/no/i.test(one))) vi.stubEnv(name, url)
  const service = await scriptedService(() => ({ json: UNPAID }))
  await clientOf(service.url).checkPayment('inv-1')
  await clientOf(service.url.replace('127.0.0.1', 'localhost')).checkPayment('inv-1')
  expect(service.count('/v2/payment/check')).toBe(2)
  expect(asked).toEqual([])
})

test('after a proxy that refuses, breaks off or is missing nothing was sent, and its password is not shown', async () => {
  const log = keptLog()
  const seen: string[] = []
  const broken = await proxy(1)
  const { url: refusing } = await proxy({ status: 407 })
  for (const address of [
    refusing,
    broken.url,
    `http://till:${PROXY_PASSWORD}@127.0.0.1:1`,
    `http://${PROXY_PASSWORD}@:x`,
  ]) {
    vi.stubEnv('HTTPS_PROXY', address)
    const client = clientOf('https://pay.shop.invalid', { log })
    const error: unknown = await client.tryCredentials().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ failure: { name: 'NO_CONNECTION', outcomeUnknown: false } })
    seen.push(JSON.stringify(error), String(error), (error as Error).stack ?? '')
  }
  expect([...seen, ...log.lines].join('\n')).not.toContain(PROXY_PASSWORD)
})

test('a proxy that does not answer is given up after a time limit', async () => {
  const { url } = await proxy('silence')
  vi.stubEnv('HTTPS_PROXY', url)
  const client = clientOf('https://pay.shop.invalid', { timeouts: { answerMs: 200 } })
  expect(await failureOf(client.tryCredentials())).toMatchObject({ name: 'TIMEOUT' })
})
