import { ServiceFailed } from './failed.ts'
import type { ServiceClient, ServiceFailure } from './types.ts'

/** No keyring kept the merchant's password over the restart: a person must type it again. */
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
 * Takes the client's place while there is no password. It sends nothing, so that empty passwords lock no account.
 * Every sale waits and goes on once the password is typed.
 */
export const lockedClient = (): ServiceClient =>
  new Proxy({} as ServiceClient, {
    get: (_, name) => {
      if (name === 'then') return undefined // not a promise: it may be awaited
      return name === 'close' ? async () => {} : refuse
    },
  })

async function refuse(): Promise<never> {
  throw new ServiceFailed(PASSWORD_NEEDED)
}
