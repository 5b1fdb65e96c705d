import { CommandRefused } from '../../shared/failure.ts'
import type { Settings } from '../../shared/settings.ts'
import { createServiceClient, type ServiceClient, ServiceFailed } from '../service/index.ts'
import type { CommandContext } from './command-context.ts'

export type Merchant = NonNullable<Settings['merchant']>

/** Tries a merchant's credentials at the service, and then does something there. A failure becomes a named refusal. */
export async function atService<Value>(
  { clock, log, network }: CommandContext,
  { baseUrl, username }: Merchant,
  password: string,
  work: (client: ServiceClient) => Promise<Value>,
): Promise<Value> {
  const client = createServiceClient({ baseUrl, credentials: { username, password }, network, clock, log })
  try {
    await client.tryCredentials()
    return await work(client)
  } catch (error) {
    if (error instanceof ServiceFailed)
      throw new CommandRefused(error.failure.name, error.failure.serviceMessage)
    throw error
  } finally {
    await client.close()
  }
}
