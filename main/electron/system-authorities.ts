import * as tls from 'node:tls'
import type { Log } from '../base/clock-and-log.ts'

/** Missing before Node 22.15. */
type Reader = { readonly getCACertificates?: (of: 'system') => readonly string[] }

/**
 * The root certificates that the system trusts, in PEM, read at the first call. That takes about 0.1 s on Linux, so
 * test mode, which needs none, does not ask. Empty where they cannot be read: then only those count that are built in,
 * and the next call reads again.
 */
export function systemAuthorities(log: Log, reader: Reader = tls): () => readonly string[] {
  let read: readonly string[] | null = null
  return () => {
    read ??= readNow(log, reader)
    return read ?? []
  }
}

function readNow(log: Log, reader: Reader): readonly string[] | null {
  try {
    if (reader.getCACertificates === undefined) {
      log.warn('this Node cannot read the certificates of the system')
      return []
    }
    const found = [...new Set(reader.getCACertificates('system'))]
    log.info(`${found.length} certificates of the system are trusted`)
    return found
  } catch (error) {
    log.error('the certificates of the system cannot be read', { error })
    return null
  }
}
