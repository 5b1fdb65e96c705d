/**
 * Asks CUPS for the jobs of a queue with their names, which none of its commands prints: Get-Jobs of IPP (RFC 8011, section
 * 4.2.6; the bytes are in RFC 8010, section 3).
 */
import { type ClientRequestArgs, request } from 'node:http'
import { userInfo } from 'node:os'
import { BY_NAME, noteFamily } from '../../base/net/look-up.ts'

const GET_JOBS = 0x0a
const GROUP = { operation: 0x01, job: 0x02, end: 0x03 } as const
const TAG = { integer: 0x21, name: 0x42, keyword: 0x44, uri: 0x45, charset: 0x47, language: 0x48 } as const
/** Tags below are those of groups (RFC 8010, section 3.5.1). */
const FIRST_VALUE_TAG = 0x10

const attribute = (tag: number, name: string, value: string): Buffer => {
  const [named, valued] = [Buffer.from(name), Buffer.from(value)]
  const head = Buffer.from([tag, 0, 0])
  head.writeUInt16BE(named.length, 1)
  const size = Buffer.alloc(2)
  size.writeUInt16BE(valued.length)
  return Buffer.concat([head, named, size, valued])
}

const askForJobs = (queue: string, user: string): Buffer =>
  Buffer.concat([
    Buffer.from([2, 0, 0, GET_JOBS, 0, 0, 0, 1, GROUP.operation]),
    attribute(TAG.charset, 'attributes-charset', 'utf-8'),
    attribute(TAG.language, 'attributes-natural-language', 'en'),
    attribute(TAG.uri, 'printer-uri', `ipp://localhost/printers/${encodeURIComponent(queue)}`),
    attribute(TAG.name, 'requesting-user-name', user),
    attribute(TAG.keyword, 'which-jobs', 'not-completed'),
    attribute(TAG.keyword, 'requested-attributes', 'job-id'),
    attribute(TAG.keyword, '', 'job-name'),
    Buffer.from([GROUP.end]),
  ])

type NamedJob = { readonly id: number; readonly name: string }

/** Reads the jobs of the answer. Throws if the answer is cut off. */
function readJobs(answer: Buffer): readonly NamedJob[] {
  const jobs: { id: number; name: string }[] = []
  let at = 8 // version, status and number of the request
  for (let tag = answer.readUInt8(at); tag !== GROUP.end; tag = answer.readUInt8(at)) {
    at += 1
    if (tag === GROUP.job) jobs.push({ id: 0, name: '' })
    if (tag < FIRST_VALUE_TAG) continue
    const nameEnd = at + 2 + answer.readUInt16BE(at)
    const valueEnd = nameEnd + 2 + answer.readUInt16BE(nameEnd)
    const name = answer.toString('utf8', at + 2, nameEnd)
    const job = jobs.at(-1)
    if (job && name === 'job-id') job.id = answer.readInt32BE(nameEnd + 2)
    if (job && name === 'job-name') job.name = answer.toString('utf8', nameEnd + 2, valueEnd)
    at = valueEnd
  }
  return jobs
}

/** Of a server as `lpstat -H` names it: a socket, or a host with a port. CUPS refuses a request to another host's name. */
function addressOf(server: string): ClientRequestArgs {
  if (server.startsWith('/')) return { socketPath: server, headers: { host: 'localhost' } }
  const { hostname, port } = new URL(`http://${server}`)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port || 631, ...BY_NAME }
}

const LIMIT_MS = 5_000
/** Enough for thousands of jobs. The answer may come from another computer, so it is limited. */
const LARGEST_ANSWER = 1_000_000

/** The jobs of the queue that have not ended, from the server as `lpstat -H` names it. Rejects if it does not answer. */
export const jobsOf = (queue: string, server: string): Promise<readonly NamedJob[]> =>
  new Promise((resolve, reject) => {
    const body = askForJobs(queue, userInfo().username)
    const address = addressOf(server)
    const headers = {
      ...address.headers,
      'content-type': 'application/ipp',
      'content-length': body.length,
    }
    const signal = AbortSignal.timeout(LIMIT_MS)
    const asking = request({ ...address, method: 'POST', path: '/', headers, signal }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > LARGEST_ANSWER) response.destroy(new Error('the answer is too large'))
        else chunks.push(chunk)
      })
      response.on('error', reject)
      response.on('end', () => {
        try {
          resolve(readJobs(Buffer.concat(chunks)))
        } catch (error) {
          reject(error)
        }
      })
    })
    if (address.host) asking.once('socket', (socket) => noteFamily(String(address.host), socket))
    asking.on('error', reject)
    asking.end(body)
  })
