import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { openShopDatabase } from '../../../../main/many-tills/server/index.ts'
import { certificateOf } from '../../../support/dated-certificate.ts'
import { needs, programsMissing } from '../../../support/needs.ts'

test.for([
  ['has expired', ['20200101000000Z', '20200102000000Z']],
  ['is not valid yet', ['20900101000000Z', '20900102000000Z']],
] as const)(
  'a server whose certificate %s is no other server: the certificate or the clock is wrong',
  async ([, days], { skip }) => {
    needs(skip, programsMissing('openssl'))
    const { key, certificate } = certificateOf('localhost', days)
    const server = createServer((socket) => {
      socket.on('error', () => {})
      // The request for TLS of PostgreSQL's protocol.
      socket.once('data', () => {
        socket.write('S')
        new TLSSocket(socket, { isServer: true, key, cert: certificate }).on('error', () => {})
      })
    }).listen(0, 'localhost')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const database = openShopDatabase({
      ...{ host: 'localhost', port, database: 'shop', user: 'till', password: 'secret', ca: certificate },
      mode: 'live',
    })
    onTestFinished(async () => {
      await database.close()
      server.close()
    })
    await expect(database.hello()).rejects.toMatchObject({ failure: 'certificate-time' })
  },
)
