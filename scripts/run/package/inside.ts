/**
 * What is inside a package, for people (notices with the licences) and for programs (a bill of materials, CycloneDX):
 * the packages whose code the bundles contain, those of `dependencies`, which are packed as they are, and Electron.
 */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { SetupFailed } from '../setup/progress.mjs'
import { inProject } from '../setup/project.mjs'

export const NOTICES = 'third-party-notices.txt'
export const MATERIALS = 'sbom.cdx.json'

type Manifest = Contrib.FromNodePackageJson.Types.NodePackageJson & {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
type Part = { readonly manifest: Manifest; readonly licence: string }

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Writes both files. `electron` is the folder of the Electron that is packed; null for that of package.json. */
export function writeInside(folder: string, electron: string | null): void {
  const parts = partsInside(electron)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, NOTICES), noticesOf(parts))
  writeFileSync(join(folder, MATERIALS), materialsOf(manifestIn(inProject('.')), parts))
}

function partsInside(electron: string | null): readonly Part[] {
  const bundled = globSync(inProject('out/.bundled/*.json')).flatMap(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as readonly string[],
  )
  if (bundled.length === 0) throw new SetupFailed('the build has no list of its packages: npm run build')
  const packed = dependenciesOf(manifestIn(inProject('.')))
  return [
    ...[...new Set([...bundled, ...packed])].map((from) => ({
      manifest: manifestIn(from),
      licence: licenceIn(from),
    })),
    electronPart(electron),
  ].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

/** The folders of a package's installed dependencies, and of theirs. */
function dependenciesOf({ dependencies = {}, optionalDependencies = {} }: Manifest): readonly string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .map((name) => inProject(`node_modules/${name}`))
    .filter((folder) => existsSync(folder)) // an optional one is for one kind of machine
    .flatMap((folder) => [folder, ...dependenciesOf(manifestIn(folder))])
}

function electronPart(folder: string | null): Part {
  const from = inProject('node_modules/electron')
  const manifest = manifestIn(from)
  const version = folder === null ? manifest.version : readFileSync(join(folder, 'version'), 'utf8').trim()
  return {
    manifest: { ...manifest, version: String(version), dependencies: {} },
    licence: `${licenceIn(from)}\n\nWhat Electron contains (Chromium, Node.js and others) is in LICENSES.chromium.html beside the program.`,
  }
}

/** The texts of a package's licence files. */
function licenceIn(folder: string): string {
  const texts = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice|copying)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
  const { license, author } = manifestIn(folder) as { license?: unknown; author?: unknown }
  if (texts.length > 0) return texts.join('\n\n')
  if (typeof license !== 'string')
    throw new SetupFailed(`no licence in ${relative(inProject('.'), folder).split(sep).join('/')}`)
  const by = typeof author === 'string' ? author : ((author as { name?: string } | undefined)?.name ?? null)
  return [`The package names its licence, ${license}, and has no text of it.`, by].filter(Boolean).join('\n')
}

const nameOf = ({ manifest: { name, version } }: Part): string => `${name} ${version}`

const RULE = `\n\n${'-'.repeat(80)}\n`

const noticesOf = (parts: readonly Part[]): string =>
  [
    'Tugrik POS contains the following software of others.',
    ...parts.map((part) => {
      const { license } = part.manifest as { license?: unknown }
      return `${nameOf(part)}${typeof license === 'string' ? ` (${license})` : ''}\n\n${part.licence}`
    }),
  ].join(RULE)

/** Without a time and a serial number, so that two packings give the same file. */
function materialsOf(product: Manifest, parts: readonly Part[]): string {
  const component = componentMaker()
  const bom = new Models.Bom()
  bom.metadata.component = component(product, Enums.ComponentType.Application)
  for (const { manifest } of parts) bom.components.add(component(manifest, Enums.ComponentType.Library))
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`
}

/** Licences that are joined; a single one is looked up by the library. */
function assertExpression(text: string): void {
  if (!/^[\w.+-]+( (AND|OR|WITH) [\w.+-]+)+$/.test(text.replaceAll(/[()]/g, ''))) throw new Error(text)
}

function componentMaker(): (manifest: Manifest, type: Enums.ComponentType) => Models.Component {
  const { Builders, Factories } = Contrib.FromNodePackageJson
  const builder = new Builders.ComponentBuilder(
    new Factories.ExternalReferenceFactory(),
    new Contrib.License.Factories.LicenseFactory(assertExpression),
  )
  return (manifest, type) => {
    const made = builder.makeComponent(manifest, type)
    if (made === undefined) throw new SetupFailed(`a package without a name: ${JSON.stringify(manifest)}`)
    made.purl = `pkg:npm/${manifest.name?.replace('@', '%40')}@${manifest.version}`
    made.bomRef.value = made.purl
    return made
  }
}
