import { ServiceFailed } from './failed.ts'
import type { ServiceClient, ServiceFailure } from './types.ts'

/** The failure while no keyring kept the merchant's password over a restart: a person must type it again. */
export const PASSWORD_NEEDED: ServiceFailure = {
  operation: 'token',
  name: 'PASSWORD_NEEDED',
  status: null,
  code: null,
  serviceMessage: null,
  outcomeUnknown: false,
  numberMayExist: false,
  repeatable: true,
  retryAfterMs: null,
}

/**
 * Replaces the client while there is no password. It sends nothing, so that empty passwords lock no account. Every sale
 * waits, and continues once the password is typed.
 */
export const lockedClient = (): ServiceClient =>
  new Proxy({} as ServiceClient, {
    get: (_, name) => {
      if (name === 'then') return undefined // so that `await` does not take the client for a promise
      return name === 'close' ? async () => {} : refuse
    },
  })

async function refuse(): Promise<never> {
  throw new ServiceFailed(PASSWORD_NEEDED)
}
