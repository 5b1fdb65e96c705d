import type { Settings } from '../../../shared/shop/settings.ts'
import { createServiceClient, refusing, type ServiceClient } from '../../payment-service/client/index.ts'
import type { CommandContext } from './command-context.ts'

export type Merchant = NonNullable<Settings['merchant']>

/** Tells the session, which was opened after the merchant was tried, that the service answered. */
export const signedIn = ({ session }: CommandContext): void => session().service.connection.reached(null)

/** Tries a merchant's credentials at the service, and then does something there. A failure becomes a named refusal. */
export async function atService<Value>(
  { clock, log, computer: { network } }: CommandContext,
  { baseUrl, username }: Merchant,
  password: string,
  work: (client: ServiceClient) => Promise<Value>,
): Promise<Value> {
  const client = createServiceClient({ baseUrl, credentials: { username, password }, network, clock, log })
  try {
    return await refusing(async () => {
      await client.tryCredentials()
      return work(client)
    })
  } finally {
    await client.close()
  }
}
