import { createConnection } from 'node:net'
import { type DetailedPeerCertificate, connect as startTls } from 'node:tls'
import { BY_NAME, noteFamily } from '../../base/net/look-up.ts'
import { CONNECT_MS } from './connect.ts'
import { asFailure, ShopDatabaseError } from './failure.ts'
import { fingerprintOf, type ServerAddress } from './pairing-code.ts'

/** The request for TLS of PostgreSQL's protocol: its length, and the code 80877103. */
export const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** The certificates that the server shows, its own first. Nothing is sent to it but the request for TLS. */
function shownCertificates({ host, port }: ServerAddress): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    const socket = noteFamily(host, createConnection({ host, port, ...BY_NAME }))
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('the server did not answer in time')))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed the connection')))
    socket.once('connect', () => socket.write(SSL_REQUEST))
    socket.once('data', (answer) => {
      if (answer.toString('latin1') !== 'S') {
        reject(new ShopDatabaseError('wrong-server', 'the server has no TLS'))
        socket.destroy()
        return
      }
      // Whom this certificate belongs to is decided by the caller; the connection ends here.
      const secure = startTls({ socket, rejectUnauthorized: false }, () => {
        resolve(chainOf(secure.getPeerCertificate(true)))
        secure.destroy()
      })
      secure.once('error', reject)
    })
  })
}

function chainOf(first: DetailedPeerCertificate): readonly Buffer[] {
  const chain: Buffer[] = []
  for (
    let one = first;
    one?.raw && !chain.some((known) => known.equals(one.raw));
    one = one.issuerCertificate
  )
    chain.push(one.raw)
  return chain
}

/**
 * The certificate of the authority with this fingerprint, in PEM, from the server itself. The fingerprint came with the
 * pairing code, so a server in between cannot put its own in its place.
 */
export async function fetchAuthority(address: ServerAddress, fingerprint: string): Promise<string> {
  const chain = await shownCertificates(address).catch((error) => {
    throw asFailure(error)
  })
  const found = chain.find((certificate) => fingerprintOf(certificate) === fingerprint)
  if (found === undefined)
    throw new ShopDatabaseError('wrong-server', 'the server does not show the authority of the pairing code')
  return pemOf(found)
}

const pemOf = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END CERTIFICATE-----\n`
