import { join } from 'node:path'
import { runInElectron } from './electron/index.ts'

// The built file is out/main/index.js.
await runInElectron(join(import.meta.dirname, '..'))
