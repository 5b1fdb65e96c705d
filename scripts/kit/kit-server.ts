import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, createServer, type InlineConfig, type PreviewServer, preview, type ViteDevServer } from 'vite'
import { inProject } from '../setup/project.mjs'

const PAGE = 'kit-page/index.html'

export type KitServer = { readonly address: string; readonly close: () => Promise<void> }

/** With the plug-ins of the product's build. */
const common = (): InlineConfig => ({
  configFile: false,
  root: inProject('renderer'),
  plugins: [react()],
  clearScreen: false,
  logLevel: 'warn',
})

/** Serves the kit's page on the loopback address, and shows a change of a component at once. */
export async function serveKit(port: number): Promise<KitServer> {
  const server = await createServer({
    ...common(),
    cacheDir: resolve(inProject('out'), `kit-cache-${port}`),
    server: { host: '127.0.0.1', port, strictPort: true, fs: { strict: false } },
  })
  await server.listen()
  return { address: addressOf(server), close: () => server.close() }
}

/**
 * Serves a build of the kit's page on a free port of the loopback address. For one visit this takes a fraction of the
 * time of the other server, which hands out each module by itself.
 */
export async function serveBuiltKit(): Promise<KitServer> {
  const outDir = await mkdtemp(join(tmpdir(), 'tugrik-kit-'))
  const forget = () => rm(outDir, { recursive: true, force: true })
  try {
    const built = { outDir, emptyOutDir: true, rollupOptions: { input: inProject(`renderer/${PAGE}`) } }
    await build({ ...common(), build: { ...built, reportCompressedSize: false } })
    const server = await preview({ ...common(), build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
    return { address: addressOf(server), close: () => server.close().then(forget) }
  } catch (error) {
    await forget()
    throw error
  }
}

function addressOf({ httpServer }: ViteDevServer | PreviewServer): string {
  const bound = httpServer?.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('the kit is not served')
  return `http://127.0.0.1:${bound.port}/${PAGE}`
}
