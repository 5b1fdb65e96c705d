/** The environment of the process changes neither whom the client trusts nor the way of its requests. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createTransport } from '../../../../main/payment-service/client/transport.ts'
import { listening } from '../../../support/listening.ts'
import { needs, programsMissing } from '../../../support/needs.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { failureOf } from './scripted-service.ts'
import { testCertificate } from './test-certificate.ts'

/** An https server whose certificate no public authority signed. It records requests, and answers after a 100 Continue. */
async function selfSignedService() {
  const made = testCertificate('localhost')
  const asked: string[] = []
  const server = createServer({ key: made.key, cert: made.certificate }, ({ url = '' }, response) => {
    asked.push(url)
    response.writeContinue()
    response.end('{}')
  })
  return { asked, certificate: made.certificate, url: `https://localhost:${await listening(server)}` }
}

/** Calls the service with the client, and then with Node's own client under the same environment. */
const CHILD = (service: string) => `
  import { get } from 'node:https'
  import { createServiceClient } from ${JSON.stringify(new URL('../../../../main/payment-service/client/index.ts', import.meta.url))}
  import { machineClock, silentLog } from ${JSON.stringify(new URL('../../../../main/base/clock-and-log.ts', import.meta.url))}
  const baseUrl = ${JSON.stringify(service)}
  const client = createServiceClient({
    baseUrl,
    credentials: { username: 'SHOP_1', password: 'password' },
    clock: machineClock,
    log: silentLog,
  })
  const failure = await client.tryCredentials().then(() => null, (error) => error.failure)
  await client.close()
  const others = await new Promise((resolve) =>
    get(baseUrl + '/other', { agent: false }, ({ statusCode }) => resolve(statusCode)).on('error', ({ code }) => resolve(code)),
  )
  console.log(JSON.stringify({ name: failure?.name, others }))
`

async function inEnvironment(service: string, env: Readonly<Record<string, string>>) {
  const { NODE_OPTIONS: _, ...usual } = process.env
  const args = ['--no-warnings', '--input-type=module', '-e', CHILD(service)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...usual, ...env } })
  return JSON.parse(stdout)
}

test('a certificate that no built-in authority signed is refused, and nothing is sent, whatever the environment says', async ({
  skip,
}) => {
  needs(skip, programsMissing('openssl'))
  const { url, certificate, asked } = await selfSignedService()
  const file = join(temporaryFolder(), 'authority.pem')
  writeFileSync(file, certificate)
  for (const env of [
    { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    { NODE_EXTRA_CA_CERTS: file },
    { SSL_CERT_FILE: file, NODE_OPTIONS: '--use-openssl-ca' },
  ]) {
    // Node's own client accepts the certificate, so that the environment does what it says.
    expect(await inEnvironment(url, env)).toEqual({ name: 'CERTIFICATE_NOT_TRUSTED', others: 200 })
  }
  expect(asked).toEqual(['/other', '/other', '/other'])
})

test('no proxy of the environment gets a request', async () => {
  const asked: string[] = []
  const proxy = createHttpServer(({ url = '' }, response) => {
    asked.push(url)
    response.end()
  })
  proxy.on('connect', ({ url = '' }, socket) => {
    asked.push(url)
    socket.end('HTTP/1.1 502 No\r\n\r\n')
  })
  const address = `http://127.0.0.1:${await listening(proxy)}`
  const env: Record<string, string> = { NODE_USE_ENV_PROXY: '1' }
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy'])
    Object.assign(env, { [name]: address, [name.toUpperCase()]: address })
  expect(await inEnvironment('https://pay.shop.invalid', env)).toMatchObject({ name: 'NO_CONNECTION' })
  expect(asked).toEqual([])
})

test('a certificate of a trusted authority is accepted for its own name only, and a 100 Continue is skipped', async ({
  skip,
}) => {
  needs(skip, programsMissing('openssl'))
  const { url, certificate, asked } = await selfSignedService()
  const send = (baseUrl: string) => {
    const transport = createTransport({
      baseUrl,
      connections: 1,
      timeouts: {},
      onReached: () => {},
      network: { authorities: () => [certificate], wayTo: async () => 'DIRECT' },
    })
    onTestFinished(transport.close)
    return transport.send({
      operation: 'token',
      method: 'POST',
      path: '/v2/auth/token',
      authorization: 'Basic x',
    })
  }
  expect(await send(url)).toMatchObject({ status: 200, text: '{}' })
  expect(await failureOf(send(url.replace('localhost', '127.0.0.1')))).toMatchObject({
    name: 'CERTIFICATE_NOT_TRUSTED',
  })
  expect(asked).toEqual(['/v2/auth/token'])
})
