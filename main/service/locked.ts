import { ServiceFailed } from './failed.ts'
import type { ServiceClient, ServiceFailure } from './types.ts'

/** No keyring kept the merchant's password over the restart: a person types it again. */
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
 * Stands in for the client while there is no password. Asks nothing of the service, so that no account is locked by
 * empty ones; every sale waits, and goes on by itself once it has been typed.
 */
export const lockedClient = (): ServiceClient =>
  new Proxy({} as ServiceClient, {
    get: (_, name) => {
      if (name === 'then') return undefined // no promise: it may be awaited
      return name === 'close' ? async () => {} : refuse
    },
  })

async function refuse(): Promise<never> {
  throw new ServiceFailed(PASSWORD_NEEDED)
}
