import { basename, relative, resolve, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { THREADS } from './main/base/thread.ts'
import { bundledPackages, englishAria } from './scripts/run/setup/bundled-packages.ts'

const here = import.meta.dirname
const threads = Object.entries(THREADS).map(([file, source]) => [
  basename(file, '.js'),
  resolve(here, 'main', source),
])

const listPackages = () => bundledPackages((entries) => resolve(here, `out/.bundled/${entries}.json`))

/** Whether a module of the pages does nothing but what others call by its names. */
const isUsedByName = (id: string): boolean =>
  /^(shared|renderer\/kit)\/.*\.tsx?$|^renderer\/.*\/index\.ts$/.test(relative(here, id).replaceAll(sep, '/'))

// The main process is an ES module for Node 20.18 and later. Every package is bundled, and so a development package in
// package.json, but for `dependencies`, which are packed as they are: native code, fonts that are read as files, and
// undici.
export default defineConfig({
  main: {
    plugins: [listPackages()],
    build: {
      target: 'node20',
      outDir: 'out/main',
      rollupOptions: {
        input: {
          index: resolve(here, 'main/index.ts'),
          ...Object.fromEntries(threads),
          // For the tests, and not packed (electron-builder.yml).
          'many-tills': resolve(here, 'scripts/run/hosts/many-tills.ts'),
        },
        // Beside the entries, because the code finds files by its own place (main/base/resources.ts).
        output: { format: 'es', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [listPackages()],
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
    plugins: [react(), englishAria(), listPackages()],
    build: {
      target: 'chrome130',
      outDir: resolve(here, 'out/renderer'),
      assetsInlineLimit: 0,
      // Half the size to read at a start. The main process stays readable, for the stacks in the log.
      minify: true,
      rollupOptions: {
        // A page leaves out the schemas that only the main process parses with (shared/wire.ts).
        treeshake: {
          manualPureFunctions: ['z'],
          // So that a page begins with what it uses at its start, and not with all of a folder's index.ts.
          moduleSideEffects: (id) => !isUsedByName(id),
        },
        input: {
          cashier: resolve(here, 'renderer/cashier/index.html'),
          display: resolve(here, 'renderer/display/index.html'),
        },
      },
    },
  },
})
