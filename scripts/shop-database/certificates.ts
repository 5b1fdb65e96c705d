import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

const openssl = (command: readonly string[], options: Readonly<Record<string, string>>): void =>
  void execFileSync(
    'openssl',
    [...command, ...Object.entries(options).flatMap(([name, value]) => [`-${name}`, value])],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )

/**
 * A certificate authority of the shop's own, and a certificate of it for the server: `ca.crt`, `ca.key`, `server.crt`
 * (with the authority's after it, so that tills can compare it with their pairing code), `server.key`. Keeps an authority
 * that is there. Needs openssl.
 */
export function makeCertificates(
  folder: string,
  names: readonly string[],
  days = 7300,
): { readonly ca: string } {
  const file = (name: string): string => join(folder, name)
  if (!existsSync(file('ca.crt'))) {
    writeFileSync(
      file('ca.cnf'),
      '[req]\ndistinguished_name=dn\n[dn]\n[v3]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n',
    )
    openssl(['req', '-x509', ...CURVE], {
      config: file('ca.cnf'),
      extensions: 'v3',
      subj: '/CN=Tugrik POS shop database',
      days: '7300',
      keyout: file('ca.key'),
      out: file('ca.crt'),
    })
  }
  const alternatives = names.map((name) => `${isIP(name) === 0 ? 'DNS' : 'IP'}:${name}`).join(',')
  writeFileSync(file('server.cnf'), `subjectAltName=${alternatives}\nextendedKeyUsage=serverAuth\n`)
  writeFileSync(file('request.cnf'), '[req]\ndistinguished_name=dn\n[dn]\n')
  openssl(['req', '-new', ...CURVE], {
    config: file('request.cnf'),
    subj: '/CN=shop database',
    keyout: file('server.key'),
    out: file('server.csr'),
  })
  openssl(['x509', '-req', '-CAcreateserial'], {
    in: file('server.csr'),
    CA: file('ca.crt'),
    CAkey: file('ca.key'),
    days: String(days),
    extfile: file('server.cnf'),
    out: file('own.crt'),
  })
  const ca = readFileSync(file('ca.crt'), 'utf8')
  writeFileSync(file('server.crt'), readFileSync(file('own.crt'), 'utf8') + ca)
  for (const name of ['ca.cnf', 'server.cnf', 'request.cnf', 'server.csr', 'own.crt', 'ca.srl'])
    rmSync(file(name), { force: true })
  return { ca }
}

/** Makes a certificate that nobody vouches for. Needs openssl. */
export function selfSigned(folder: string, name: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  openssl(['req', '-x509', ...CURVE], {
    subj: `/CN=${name}`,
    addext: `subjectAltName=DNS:${name}`,
    days: '2',
    keyout: key,
    out: certificate,
  })
  return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') }
}
