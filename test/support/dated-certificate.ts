import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** A self-made certificate for a name, valid on two days of the past or of the future. Needs openssl. */
export function certificateOf(name: string, [from, until]: readonly [from: string, until: string]) {
  const folder = temporaryFolder()
  const file = (of: string): string => join(folder, of)
  writeFileSync(file('index.txt'), '')
  writeFileSync(
    file('ca.cnf'),
    `[ca]\ndefault_ca=own\n[own]\ndatabase=${file('index.txt')}\nnew_certs_dir=${folder}\nrand_serial=yes\ndefault_md=sha256\npolicy=any\ncopy_extensions=copy\n[any]\ncommonName=supplied\n[req]\ndistinguished_name=dn\n[dn]\n`,
  )
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', [...args, '-config', file('ca.cnf')], { stdio: 'ignore' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const [key, request, certificate] = [file('key.pem'), file('request.pem'), file('certificate.pem')]
  openssl(
    ...['req', '-new', ...curve, '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
    ...['-keyout', key, '-out', request],
  )
  openssl(
    ...['ca', '-batch', '-selfsign', '-notext', '-keyfile', key, '-in', request, '-out', certificate],
    ...['-startdate', from, '-enddate', until],
  )
  return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') }
}
