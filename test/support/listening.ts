import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** The free port of this machine that the server listens on until the test is over. */
export async function listening(
  server: Server & { readonly closeAllConnections?: () => void },
): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections?.()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
