/** `npm run build`: builds the product into `out/`. */
import { ensureBuild } from './setup/build.ts'
import { oneAtATime } from './setup/one-at-a-time.mjs'
import { script } from './setup/script.mjs'

await script(() => oneAtATime(ensureBuild))
