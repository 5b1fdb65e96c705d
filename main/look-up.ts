/**
 * Looks up the addresses of a server for a connection, each name once at a time. The system may take half a minute for a
 * name for which nobody answers. A look-up cannot be ended, and Node runs two at a time: repeated tries to reach one
 * server would keep the till from all others.
 */
import dns, { type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

const underWay = new Map<string, Promise<readonly LookupAddress[]>>()

export const lookUp: LookupFunction = (host, options, callback) => {
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
      const [first] = addresses
      if (all) callback(null, [...addresses])
      else callback(null, first?.address ?? '', first?.family)
    },
    (error: NodeJS.ErrnoException) => callback(error, all ? [] : ''),
  )
}
