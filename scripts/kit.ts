/**
 * `npm run kit`: serves a page with every part of the kit in each theme and state. The page reloads when sources
 * change.
 */
import { serveKit } from './kit/kit-server.ts'
import { script } from './setup/script.mjs'

await script(async () => {
  const kit = await serveKit(5180)
  console.log(`The kit is at ${kit.address}; Ctrl+C ends it.`)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  await kit.close()
  return 0
})
