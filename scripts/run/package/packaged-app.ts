/**
 * The packaged app for the specs: packed as `npm run package:dir` does, and a copy of it that a test can drive. A packaged
 * till refuses every switch, so the copy begins with a starter that takes the switches of the test driver off the
 * command line: all, or those before `--set-up`. All else in it is the package.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFuse } from '../fuses.ts'
import { pack } from '../packing.ts'
import { type Found, findElectron, usable } from '../setup/electron.ts'
import { runStep, SetupFailed } from '../setup/progress.mjs'
import { inProject } from '../setup/project.mjs'

/**
 * A command that makes the copy in the folder of its one argument run on an older Electron. It may move the archive
 * aside and start it from resources/app.
 */
const COMMAND = process.env.TUGRIK_PREPARE_PACKAGED || null
const OLDEST_NODE = 24

const FOLDER = inProject('out/.packaged')
/** As it was packed. */
export const PACKED = join(FOLDER, 'packed')
/** The copy for the specs. It starts in a folder with Cyrillic letters and a space, as people name theirs. */
export const COPY = join(FOLDER, 'Миний касс')
const IS_MAC = process.platform === 'darwin'
const STAMP = join(FOLDER, 'made-from')

/** The program of a packed app. */
export function programIn(folder: string): string {
  const names = ['tugrik-pos', 'Tugrik POS.exe', '*.app/Contents/MacOS/Tugrik POS']
  const [program] = globSync(names.flatMap((name) => [join(folder, name), join(folder, '*', name)]))
  if (program === undefined) throw new SetupFailed(`no packed app in ${folder}`)
  return program
}

/** The copy’s program, or why there is none. */
export function findPackaged(): Found {
  const missing = whyNot()
  if (missing !== null) return missing
  if (!existsSync(STAMP)) return { missing: 'the packaged app is not prepared: npm test -- packaged' }
  return { executable: programIn(COPY) }
}

function whyNot(): Exclude<Found, { executable: string }> | null {
  const electron = usable(findElectron())
  if ('missing' in electron) return electron
  if (COMMAND !== null) return null
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { stdout } = spawnSync(electron.executable, ['-p', 'process.versions.node'], {
    env,
    encoding: 'utf8',
  })
  return Number.parseInt(stdout, 10) >= OLDEST_NODE
    ? null
    : {
        missing: `Electron has Node ${stdout.trim()}, and the packaged app needs Node ${OLDEST_NODE}`,
        excused: true,
      }
}

/** Packs and copies, where the last packing is not of this build. */
export async function ensurePackaged(): Promise<Found> {
  if (whyNot() === null && (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== sources())) {
    rmSync(FOLDER, { recursive: true, force: true })
    await pack('Packaging for the tests', PACKED)
    cpSync(placeOf(programIn(PACKED)).folder, COPY, { recursive: true, verbatimSymlinks: true })
    if (COMMAND === null) openArchive()
    else
      await runStep({
        title: 'Preparing the packaged app',
        command: COMMAND,
        args: [COPY],
        cwd: inProject('.'),
      })
    addStarter()
    if (IS_MAC) await signAgain()
    writeFileSync(STAMP, sources())
  }
  return findPackaged()
}

const sources = (): string =>
  [
    COMMAND,
    readFileSync(import.meta.filename, 'utf8'),
    process.env.ELECTRON_OVERRIDE_DIST_PATH,
    ...['out/.built-from', 'electron-builder.yml', 'package.json'].map((file) =>
      readFileSync(inProject(file), 'utf8'),
    ),
  ].join('\n')

/** Where a program lies: the folder to copy, the folder of the archive, and the file with the fuses. */
function placeOf(program: string) {
  const beside = dirname(program)
  const framework = '../Frameworks/Electron Framework.framework/Versions/A/Electron Framework'
  return IS_MAC
    ? {
        folder: join(beside, '../../..'),
        resources: join(beside, '../Resources'),
        fuses: join(beside, framework),
      }
    : { folder: beside, resources: join(beside, 'resources'), fuses: program }
}

/** Lets Electron start the folder app instead of the archive, which is moved aside. */
function openArchive(): void {
  const { resources, fuses } = placeOf(programIn(COPY))
  const app = join(resources, 'app')
  for (const name of readdirSync(resources).filter((one) => one.startsWith('app.asar')))
    renameSync(join(resources, name), join(resources, name.replace('app', 'product')))
  mkdirSync(app)
  const manifest = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  writeFileSync(
    join(app, 'package.json'),
    JSON.stringify({ ...manifest, main: '../product.asar/out/main/index.js' }),
  )
  for (const fuse of ['onlyLoadAppFromAsar', 'enableEmbeddedAsarIntegrityValidation'] as const)
    writeFileSync(fuses, writeFuse(readFileSync(fuses), fuse, false))
}

/** Puts a starter before what the folder app starts. */
function addStarter(): void {
  const app = join(placeOf(programIn(COPY)).resources, 'app')
  const manifest = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
  const main = manifest.main.startsWith('.') ? manifest.main : `./${manifest.main}`
  const starter = [
    `const own = process.argv.indexOf('--set-up')`,
    'process.argv.splice(1, own < 0 ? process.argv.length : own - 1)',
    `await import(${JSON.stringify(main)})`,
  ]
  writeFileSync(join(app, 'starter.mjs'), `${starter.join('\n')}\n`)
  writeFileSync(join(app, 'package.json'), JSON.stringify({ ...manifest, main: 'starter.mjs' }))
}

/**
 * macOS starts no changed program until it is signed again. Without an identity the signature must not ask for the
 * hardened runtime: that refuses the app's own frameworks, as nobody's team signed them.
 */
async function signAgain(): Promise<void> {
  const bundle = join(dirname(programIn(COPY)), '../..')
  await runStep({
    title: 'Signing the copy',
    command: 'codesign',
    args: ['--force', '--deep', '--sign', '-', '--preserve-metadata=entitlements', bundle],
    cwd: inProject('.'),
  })
}
