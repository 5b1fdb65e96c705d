/**
 * How the till finds and tries the addresses of a server, in all its connections.
 *
 * - Each name is looked up once at a time. The system may take half a minute for a name for which nobody answers. A look-up
 *   cannot be ended, and Node runs two at a time: repeated tries to reach one server would keep the till from all others.
 * - Node gives each address but the last one a quarter of a second, and ends that attempt. Where the last one is an IPv6
 *   address and the shop has no IPv6, a line that takes longer, or loses one packet, would never connect.
 */
import dns, { type LookupAddress } from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'

/** Two lost packets in a row, or a satellite. Two attempts end within the limits of all connections. */
const ATTEMPT_MS = 2_000

const underWay = new Map<string, Promise<readonly LookupAddress[]>>()
const reachedBy = new Map<string, number>()

const lookUp: LookupFunction = (host, options, callback) => {
  const { family, hints, all } = options
  const key = JSON.stringify([host, family, hints])
  let found = underWay.get(key)
  if (found === undefined) {
    found = new Promise<readonly LookupAddress[]>((resolve, reject) => {
      dns.lookup(host, { ...options, all: true }, (error, addresses) =>
        error === null ? resolve(addresses) : reject(error),
      )
    }).finally(() => underWay.delete(key))
    underWay.set(key, found)
  }
  found.then(
    (addresses) => {
      const good = reachedBy.get(host)
      const sorted = addresses.toSorted(
        (one, other) => Number(other.family === good) - Number(one.family === good),
      )
      if (all) callback(null, sorted)
      else callback(null, sorted[0]?.address ?? '', sorted[0]?.family)
    },
    (error: NodeJS.ErrnoException) => callback(error, all ? [] : ''),
  )
}

/** Options of `connect` for a server that is named. */
export const BY_NAME = { lookup: lookUp, autoSelectFamilyAttemptTimeout: ATTEMPT_MS } as const

/**
 * Once this new socket is connected, the next connection to the host begins with an address of the same family: only the first
 * one waits for a dead IPv6.
 */
export function noteFamily<One extends Socket>(host: string, socket: One): One {
  socket.once('connect', () => reachedBy.set(host, socket.remoteFamily === 'IPv6' ? 6 : 4))
  return socket
}
