import { runStep } from '../setup/progress.mjs'
import { inProject } from '../setup/project.mjs'

/** Makes a deb of a packed app in `folder`, as `npm run package` does of the one that it packed. */
export const makeDeb = (folder: string, output: string): Promise<void> =>
  runStep({
    title: 'Packaging the deb',
    command: process.execPath,
    args: [
      inProject('node_modules/electron-builder/cli.js'),
      ...['--linux', 'deb', '--prepackaged', folder, '--publish', 'never'],
      ...[`-c.directories.output=${output}`, '-c.deb.compression=gz'], // for a test, quick rather than small
    ],
    cwd: inProject('.'),
    env: withOwnFpm(),
  })

/** electron-builder makes the deb with our own fpm (fpm.ts). */
export const withOwnFpm = (): NodeJS.ProcessEnv => ({
  ...process.env,
  CUSTOM_FPM_PATH: inProject('scripts/run/package/fpm.ts'),
})
