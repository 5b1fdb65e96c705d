/**
 * `npm run sign-update -- FOLDER [--percent N]`: writes the signed feeds of the packages of this version in the folder
 * (docs/updates.md). TUGRIK_UPDATE_PRIVATE_KEY is the path of the private key. `-- --new-key FILE` makes one and prints
 * the public key.
 */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Feed, feedName, isRelease } from '../../main/till/updates/index.ts'
import { notARelease } from './packing.ts'
import { SetupFailed } from './setup/progress.mjs'
import { inProject } from './setup/project.mjs'
import { script } from './setup/script.mjs'
import { publicKeyOf, signFeed } from './sign-feed.ts'

/** `${os}-${arch}` of a package's name (electron-builder.yml), as Node calls the two. */
const SYSTEMS = { linux: 'linux', win: 'win32', mac: 'darwin' } as const
const ARCHITECTURES = { x64: 'x64', x86_64: 'x64', amd64: 'x64', arm64: 'arm64', aarch64: 'arm64' } as const

await script(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { percent: { type: 'string', default: '100' }, 'new-key': { type: 'string' } },
  })
  if (values['new-key'] !== undefined) makeKey(values['new-key'])
  else signIn(positionals[0] ?? inProject('dist'), Number(values.percent))
})

function makeKey(file: string): void {
  if (existsSync(file)) throw new SetupFailed(`${file} exists, and a key is never overwritten`)
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  writeFileSync(file, pem, { flag: 'wx', mode: 0o600 })
  console.log(`Keep ${file} secret. For packing: TUGRIK_UPDATE_KEY=${publicKeyOf(pem)}`)
}

function signIn(folder: string, stagingPercentage: number): void {
  const key = process.env.TUGRIK_UPDATE_PRIVATE_KEY
  if (!key || !existsSync(key)) throw new SetupFailed('TUGRIK_UPDATE_PRIVATE_KEY names no file')
  if (!existsSync(folder)) throw new SetupFailed(`there is no folder ${folder}`)
  if (!(stagingPercentage >= 0 && stagingPercentage <= 100))
    throw new SetupFailed('--percent is a number from 0 to 100')
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  if (!isRelease(version)) throw new SetupFailed(notARelease(version))
  const named = new RegExp(
    `^tugrik-pos-${version.replaceAll('.', '\\.')}-(${Object.keys(SYSTEMS).join('|')})-(${Object.keys(ARCHITECTURES).join('|')})\\.(AppImage|deb|exe|dmg)$`,
  )
  const feeds = new Map<string, Feed['files'][number][]>()
  for (const name of readdirSync(folder).sort()) {
    const [, system, architecture] = named.exec(name) ?? []
    if (system === undefined || architecture === undefined) continue
    const content = readFileSync(join(folder, name))
    const feed = feedName(
      SYSTEMS[system as keyof typeof SYSTEMS],
      ARCHITECTURES[architecture as keyof typeof ARCHITECTURES],
    )
    const sha512 = createHash('sha512').update(content).digest('hex')
    feeds.set(feed, [...(feeds.get(feed) ?? []), { name, size: content.length, sha512 }])
  }
  if (feeds.size === 0) throw new SetupFailed(`no packages of ${version} in ${folder}`)
  const signedAt = new Date().toISOString()
  for (const [name, files] of feeds) {
    const feed = { version, signedAt, stagingPercentage, files }
    writeFileSync(join(folder, name), signFeed(name, feed, readFileSync(key, 'utf8')))
    console.log(
      `${name}: ${version}, ${stagingPercentage} % of the tills, ${files.map((file) => file.name).join(', ')}`,
    )
  }
}
