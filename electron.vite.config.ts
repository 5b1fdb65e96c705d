import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const here = import.meta.dirname

// The main process is an ES module for Node 20.18 and later. Every package is bundled, and so a development package in
// package.json, but for `dependencies`, which are packed as they are: native code, fonts that are read as files, and
// undici.
export default defineConfig({
  main: {
    build: {
      target: 'node20',
      outDir: 'out/main',
      rollupOptions: {
        input: {
          index: resolve(here, 'main/index.ts'),
          // Threads of their own, found beside the bundle (main/thread.ts).
          'tables-worker': resolve(here, 'main/tables/worker.ts'),
          'foreign-journal-worker': resolve(here, 'main/foreign-journal-worker.ts'),
          // For the tests, and not packed (electron-builder.yml).
          'many-tills': resolve(here, 'scripts/hosts/many-tills.ts'),
        },
        // Beside the entries, because the code finds files by its own place (main/printing/profiles.ts).
        output: { format: 'es', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node20',
      outDir: 'out/preload',
      externalizeDeps: false,
      // A sandboxed preload can require no file: each is whole, also where both import the same.
      isolatedEntries: true,
      rollupOptions: {
        input: {
          cashier: resolve(here, 'preload/cashier.ts'),
          display: resolve(here, 'preload/display.ts'),
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(here, 'renderer'),
    plugins: [react()],
    build: {
      target: 'chrome130',
      outDir: resolve(here, 'out/renderer'),
      assetsInlineLimit: 0,
      rollupOptions: {
        // A page leaves out the schemas that only the main process parses with (shared/wire.ts).
        treeshake: { manualPureFunctions: ['z'] },
        input: {
          cashier: resolve(here, 'renderer/cashier/index.html'),
          display: resolve(here, 'renderer/display/index.html'),
        },
      },
    },
  },
})
