/** The system's certificates and proxies on the way to the service, with real TLS and real proxies. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTransport } from '../../../../main/payment-service/client/transport.ts'
import { waysOf } from '../../../../main/payment-service/client/ways.ts'
import { listening } from '../../../support/listening.ts'
import { needs, programsMissing } from '../../../support/needs.ts'
import { proxyTo } from '../../../support/proxy.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { failureOf } from './scripted-service.ts'
import { testCertificate } from './test-certificate.ts'

const HOST = 'pay.shop.invalid'
const noOpenssl = programsMissing('openssl')

/** A service whose certificate an authority of the test signed, as a virus scanner re-signs connections. */
async function resignedService(name: string) {
  const folder = temporaryFolder()
  const [authority, own] = [testCertificate('Shop Antivirus'), testCertificate(name)]
  for (const [file, text] of [
    ['ca.key', authority.key],
    ['ca.pem', authority.certificate],
    ['own.key', own.key],
    ['names', `subjectAltName=DNS:${name}`],
  ] as const)
    writeFileSync(join(folder, file), text)
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  run('req', '-new', '-key', 'own.key', '-subj', `/CN=${name}`, '-out', 'own.csr')
  run(
    ...['x509', '-req', '-in', 'own.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-days', '2', '-extfile', 'names', '-out', 'own.pem'],
  )
  const asked: string[] = []
  const server = createServer(
    { key: own.key, cert: readFileSync(join(folder, 'own.pem'), 'utf8') },
    ({ url = '' }, response) => {
      asked.push(url)
      response.writeContinue()
      response.end('{}')
    },
  )
  return { asked, folder, authority: authority.certificate, port: await listening(server) }
}

function sending(
  baseUrl: string,
  network: { readonly authorities?: readonly string[]; readonly way?: string },
) {
  const wanted: string[] = []
  const state = { way: network.way ?? 'DIRECT' }
  const transport = createTransport({
    baseUrl,
    connections: 1,
    timeouts: { connectMs: 2_000 },
    onReached: () => {},
    network: {
      authorities: () => network.authorities ?? [],
      wayTo: async (url) => {
        wanted.push(url)
        return state.way
      },
    },
  })
  onTestFinished(() => transport.close())
  const send = () =>
    transport.send({ operation: 'refund payment', method: 'POST', path: '/x', authorization: 'Bearer t' })
  return { send, wanted, state }
}

test('a certificate that the computer’s antivirus signed is trusted where the system trusts the antivirus', async ({
  skip,
}) => {
  needs(skip, noOpenssl)
  const { port, authority, asked } = await resignedService('localhost')
  const url = `https://localhost:${port}`
  expect(await sending(url, { authorities: [authority] }).send()).toMatchObject({ status: 200 })
  expect(await failureOf(sending(url, {}).send())).toMatchObject({ name: 'CERTIFICATE_NOT_TRUSTED' })
  expect(asked).toEqual(['/x'])
})

test('a certificate that is not trusted is told with its host and issuer, and nothing was sent', async ({
  skip,
}) => {
  needs(skip, noOpenssl)
  const { port } = await resignedService('localhost')
  const failure = await failureOf(sending(`https://localhost:${port}`, {}).send())
  expect(failure).toMatchObject({ outcomeUnknown: false, repeatable: true, status: null })
  expect(failure.serviceMessage).toContain('localhost')
  expect(failure.serviceMessage).toContain('Shop Antivirus')
})

test('a trusted certificate of another name is told, and nothing was sent', async ({ skip }) => {
  needs(skip, noOpenssl)
  const { port, authority, asked } = await resignedService('other.invalid')
  const { send } = sending(`https://localhost:${port}`, { authorities: [authority] })
  expect(await failureOf(send())).toMatchObject({ name: 'CERTIFICATE_NOT_TRUSTED', outcomeUnknown: false })
  expect(asked).toEqual([])
})

const READS_SYSTEM = `
  import { systemAuthorities } from ${JSON.stringify(new URL('../../../../main/electron/system-authorities.ts', import.meta.url))}
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  process.stdout.write(JSON.stringify(systemAuthorities(log)()))
`

test('an authority that was added to the store of this system is trusted, and one of NODE_EXTRA_CA_CERTS is not', async ({
  skip,
}) => {
  needs(skip, noOpenssl ?? (process.platform === 'linux' ? null : 'reads the store of Linux'))
  const { port, folder, authority } = await resignedService('localhost')
  const read = (env: Record<string, string>): readonly string[] => {
    const { SSL_CERT_FILE: _file, NODE_EXTRA_CA_CERTS: _extra, ...usual } = process.env
    const args = ['--no-warnings', '--input-type=module', '-e', READS_SYSTEM]
    return JSON.parse(spawnSync(process.execPath, args, { env: { ...usual, ...env } }).stdout.toString())
  }
  const file = join(folder, 'ca.pem')
  const url = `https://localhost:${port}`
  // OpenSSL's way to say where a Linux keeps its store.
  expect(await sending(url, { authorities: read({ SSL_CERT_FILE: file }) }).send()).toMatchObject({
    status: 200,
  })
  const withExtra = read({ NODE_EXTRA_CA_CERTS: file })
  expect(withExtra).not.toContain(authority.trim())
  expect(await failureOf(sending(url, { authorities: withExtra }).send())).toMatchObject({
    name: 'CERTIFICATE_NOT_TRUSTED',
  })
})

test('a request goes through the proxy of the system, in a tunnel to the service’s own certificate', async ({
  skip,
}) => {
  needs(skip, noOpenssl)
  const { port, authority, asked } = await resignedService(HOST)
  const proxy = await proxyTo(port)
  const { send, wanted } = sending(`https://${HOST}/base`, {
    authorities: [authority],
    way: `PROXY ${proxy.at}`,
  })
  expect(await send()).toMatchObject({ status: 200, text: '{}' })
  expect(proxy.asked).toEqual([`${HOST}:443`])
  expect(asked).toEqual(['/base/x'])
  expect(wanted).toEqual([`https://${HOST}`])
})

test('a proxy behind TLS is used if its certificate is trusted', async ({ skip }) => {
  needs(skip, noOpenssl)
  const { port, authority } = await resignedService(HOST)
  const made = testCertificate('localhost')
  const proxy = createServer({ key: made.key, cert: made.certificate })
  proxy.on('connect', (_request, socket) => {
    const further = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      further.pipe(socket).pipe(further)
    })
    socket.on('error', () => further.destroy())
  })
  const way = `HTTPS localhost:${await listening(proxy)}`
  const trusted = [authority, made.certificate]
  expect(await sending(`https://${HOST}`, { authorities: trusted, way }).send()).toMatchObject({
    status: 200,
  })
  expect(await failureOf(sending(`https://${HOST}`, { authorities: [authority], way }).send())).toMatchObject(
    { name: 'PROXY_FAILED' },
  )
})

test('an untrusted certificate behind a proxy is a matter of the certificate, and no other way is tried', async ({
  skip,
}) => {
  needs(skip, noOpenssl)
  const { port } = await resignedService(HOST)
  const [first, second] = [await proxyTo(port), await proxyTo(port)]
  const { send } = sending(`https://${HOST}`, { way: `PROXY ${first.at}; PROXY ${second.at}` })
  expect(await failureOf(send())).toMatchObject({ name: 'CERTIFICATE_NOT_TRUSTED', outcomeUnknown: false })
  expect([first.asked.length, second.asked.length]).toEqual([1, 0])
})

test('a proxy that wants a password is told by its name, and nothing was sent', async ({ skip }) => {
  needs(skip, noOpenssl)
  const { port, authority, asked } = await resignedService(HOST)
  const proxy = await proxyTo(port, 'owner:secret')
  const { send } = sending(`https://${HOST}`, { authorities: [authority], way: `PROXY ${proxy.at}` })
  const failure = await failureOf(send())
  expect(failure).toMatchObject({ name: 'PROXY_FAILED', outcomeUnknown: false, repeatable: true })
  expect(failure.serviceMessage).toBe(`${proxy.at} (HTTP 407)`)
  expect(asked).toEqual([])
})

test('a proxy that dies in the middle of a refund leaves its outcome unknown, and no other way is tried', async ({
  skip,
}) => {
  needs(skip, noOpenssl)
  const { port, authority, asked } = await resignedService(HOST)
  const dying = createHttpServer()
  dying.on('connect', (_request, socket) => {
    const further = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    socket.on('error', () => further.destroy())
    socket.on('data', (data) => further.write(data))
    // The service has the request, and the proxy dies with its answer.
    further.on('data', (data) => (asked.length > 0 ? socket.destroy() : socket.write(data)))
    further.on('error', () => socket.destroy())
  })
  const second = await proxyTo(port)
  const way = `PROXY 127.0.0.1:${await listening(dying)}; PROXY ${second.at}`
  const { send } = sending(`https://${HOST}`, { authorities: [authority], way })
  expect(await failureOf(send())).toMatchObject({ name: 'CONNECTION_LOST', outcomeUnknown: true })
  expect([asked, second.asked]).toEqual([['/x'], []])
})

/** A port on which nobody listens. */
async function nobody(): Promise<string> {
  const server = createHttpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `127.0.0.1:${port}`
}

test('a proxy that is away is told by its name', async () => {
  const at = await nobody()
  const failure = await failureOf(sending(`https://${HOST}`, { way: `PROXY ${at}` }).send())
  expect(failure).toMatchObject({ name: 'PROXY_FAILED', serviceMessage: `${at} (ECONNREFUSED)` })
})

test('where a proxy is away, the next way that the system names is taken', async ({ skip }) => {
  needs(skip, noOpenssl)
  const { port, authority } = await resignedService(HOST)
  const proxy = await proxyTo(port)
  const way = `SOCKS5 127.0.0.1:1; PROXY ${await nobody()}; PROXY ${proxy.at}`
  const { send } = sending(`https://${HOST}`, { authorities: [authority], way })
  expect(await send()).toMatchObject({ status: 200 })
})

test('where a proxy refuses and nothing else leads out, the proxy’s answer is told', async () => {
  const at = await nobody()
  const [, port] = (await nobody()).split(':')
  const { send } = sending(`https://[::ffff:127.0.0.1]:${port}`, { way: `PROXY ${at}; DIRECT` })
  expect(await failureOf(send())).toMatchObject({
    name: 'PROXY_FAILED',
    serviceMessage: `${at} (ECONNREFUSED)`,
  })
})

test('a SOCKS proxy alone is told as a proxy that cannot be used', async () => {
  const { send } = sending(`https://${HOST}`, { way: 'SOCKS5 10.0.0.1:1080' })
  expect(await failureOf(send())).toMatchObject({
    name: 'PROXY_FAILED',
    serviceMessage: 'SOCKS5 10.0.0.1:1080',
  })
})

test('where the proxy script of the system answers nothing and no connection stands, the script is told', async () => {
  const [, port] = (await nobody()).split(':')
  const url = `https://[::ffff:127.0.0.1]:${port}`
  expect(await failureOf(sending(url, { way: '' }).send())).toMatchObject({
    name: 'PROXY_UNKNOWN',
    outcomeUnknown: false,
    repeatable: true,
  })
  expect(await failureOf(sending(url, { way: 'DIRECT' }).send())).toMatchObject({ name: 'NO_CONNECTION' })
})

test('where the proxy script of the system answers nothing, the direct way is taken', async ({ skip }) => {
  needs(skip, noOpenssl)
  const { port, authority } = await resignedService('localhost')
  const { send } = sending(`https://[::ffff:127.0.0.1]:${port}`, { authorities: [authority], way: '' })
  expect(await failureOf(send())).toMatchObject({ name: 'CERTIFICATE_NOT_TRUSTED' })
})

test('a changed proxy of the system counts from the next request', async ({ skip }) => {
  needs(skip, noOpenssl)
  const { port, authority } = await resignedService(HOST)
  const proxy = await proxyTo(port)
  const { send, state } = sending(`https://${HOST}`, {
    authorities: [authority],
    way: `PROXY ${await nobody()}`,
  })
  expect(await failureOf(send())).toMatchObject({ name: 'PROXY_FAILED' })
  state.way = `PROXY ${proxy.at}`
  expect(await send()).toMatchObject({ status: 200 })
})

test('the practice service on this machine is never asked through a proxy', async () => {
  const server = createHttpServer((_request, response) => response.end('{}'))
  const port = await listening(server)
  const proxy = await proxyTo(port)
  for (const host of ['127.0.0.1', 'localhost']) {
    const { send, wanted } = sending(`http://${host}:${port}`, { way: `PROXY ${proxy.at}` })
    expect(await send()).toMatchObject({ status: 200 })
    expect(wanted).toEqual([])
  }
  expect(proxy.asked).toEqual([])
})

test('the system’s answer is read in all its forms', () => {
  expect(waysOf('')).toEqual([{ kind: 'direct' }])
  expect(waysOf('DIRECT')).toEqual([{ kind: 'direct' }])
  expect(waysOf('PROXY a.mn:3128; HTTPS b.mn ;SOCKS c:1;DIRECT;')).toEqual([
    { kind: 'proxy', secure: false, host: 'a.mn', port: 3128 },
    { kind: 'proxy', secure: true, host: 'b.mn', port: 443 },
    { kind: 'unfit', words: 'SOCKS c:1' },
    { kind: 'direct' },
  ])
  expect(waysOf('PROXY [fe80::1]:80')).toEqual([{ kind: 'proxy', secure: false, host: 'fe80::1', port: 80 }])
  expect(waysOf('QUIC x:1; PROXY')).toEqual([
    { kind: 'unfit', words: 'QUIC x:1' },
    { kind: 'unfit', words: 'PROXY' },
  ])
})
