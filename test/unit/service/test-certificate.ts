import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A self-made certificate for one test and a name that does not resolve. Null when the machine has no `openssl`. */
export function testCertificate(name: string): { readonly key: string; readonly certificate: string } | null {
  const folder = temporaryFolder()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const named = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const args = ['req', '-x509', ...curve, ...named, '-days', '2', '-keyout', key, '-out', certificate]
  const { status } = spawnSync('openssl', args, { stdio: 'ignore' })
  if (status !== 0) return null
  return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') }
}
