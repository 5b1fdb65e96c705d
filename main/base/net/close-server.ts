import type { Server } from 'node:http'

/** Closes the server at once, with its open connections and requests. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
