import { ServiceFailed } from './failed.ts'
import type { ServiceClient, ServiceFailure } from './types.ts'

const without = (name: 'PASSWORD_NEEDED' | 'PASSWORD_UNREADABLE'): ServiceFailure => ({
  operation: 'token',
  name,
  status: null,
  code: null,
  serviceMessage: null,
  outcomeUnknown: false,
  numberMayExist: false,
  repeatable: true,
  retryAfterMs: null,
})

/** The failure while no keyring kept the merchant's password over a restart: a person must type it again. */
export const PASSWORD_NEEDED = without('PASSWORD_NEEDED')

/** The failure while the keyring keeps the password and does not give it: it is locked, or was reset. */
export const PASSWORD_UNREADABLE = without('PASSWORD_UNREADABLE')

/**
 * Replaces the client while there is no password. It sends nothing, so that empty passwords lock no account. Every sale
 * waits, and continues once the password is typed, or `unlocked` returns the client with it.
 */
export function lockedClient(why: ServiceFailure, unlocked: () => ServiceClient | null): ServiceClient {
  let client: ServiceClient | null = null
  return new Proxy({} as ServiceClient, {
    get: (_, name: keyof ServiceClient | 'then') => {
      if (name === 'then') return undefined // so that `await` does not take the client for a promise
      if (name === 'close') return async () => client?.close()
      client ??= unlocked()
      return client?.[name] ?? (async () => Promise.reject(new ServiceFailed(why)))
    },
  })
}
