/**
 * `npm run package`: makes the installers of this machine's system and architecture in dist/, as electron-builder.yml
 * says. More arguments go to electron-builder, for example `-- --linux AppImage`.
 */
import { withOwnFpm } from './package/deb.ts'
import { packedWith } from './packing.ts'
import { ensureBuild } from './setup/build.ts'
import { ensureElectronToPack } from './setup/electron.ts'
import { oneAtATime } from './setup/one-at-a-time.mjs'
import { runStep } from './setup/progress.mjs'
import { script } from './setup/script.mjs'

await script(() =>
  oneAtATime(async () => {
    await ensureElectronToPack()
    await ensureBuild()
    await runStep({
      ...packedWith(['--publish', 'never', ...process.argv.slice(2)]),
      title: 'Packaging',
      env: withOwnFpm(),
    })
  }),
)
