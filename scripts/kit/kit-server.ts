import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'
import { inProject } from '../setup/project.mjs'

const PAGE = '/kit-page/index.html'

export type KitServer = { readonly address: string; readonly close: () => Promise<void> }

/**
 * Serves the kit's page on the loopback address with the plug-ins of the product's build. Port 0 takes any free port.
 */
export async function serveKit(port: number): Promise<KitServer> {
  const server: ViteDevServer = await createServer({
    configFile: false,
    root: inProject('renderer'),
    cacheDir: resolve(inProject('out'), `kit-cache-${port === 0 ? process.pid : port}`),
    plugins: [react()],
    server: { host: '127.0.0.1', port, strictPort: port !== 0, fs: { strict: false } },
    clearScreen: false,
    logLevel: 'warn',
  })
  await server.listen()
  const bound = server.httpServer?.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('the kit is not served')
  return { address: `http://127.0.0.1:${bound.port}${PAGE}`, close: () => server.close() }
}
