/**
 * `npm run planted`: shows that the tests catch bugs. It plants the twenty bugs of scripts/trials/planted/mutations.ts, one at a
 * time, in a temporary copy of the project, and runs the test that should catch it. It prints a line for each, and exits
 * with 1 when one was missed. First it runs the same tests without a bug.
 *
 *     --only WORDS         the bugs with these words in their name
 *     --suite test|all     runs `npm test` or all tests as well, for each bug that its own test misses or that belongs to the
 *                          larger suite
 */
import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { temporaryRoot } from '../run/setup/machine.ts'
import { SetupFailed } from '../run/setup/progress.mjs'
import { inProject } from '../run/setup/project.mjs'
import { script } from '../run/setup/script.mjs'
import { type Catcher, MUTATIONS, type Mutation, plant, type Suite } from './planted/mutations.ts'

/** The arguments of scripts/run/test.ts that run each suite. */
const SUITES: Record<Suite, readonly string[]> = { test: [], all: ['--all'] }

/** What scripts/run/test.ts prints before the name of a failed test. */
const FAILED = 'Failed: '

/** More than a copy of the sources with its builds. */
const SPACE = 2 ** 30

const { values } = parseArgs({ options: { suite: { type: 'string' }, only: { type: 'string' } } })

await script(async () => {
  const { suite, only } = values
  if (suite !== undefined && !isSuite(suite)) throw new SetupFailed(`--suite is test or all, not ${suite}`)
  const mutations = MUTATIONS.filter(({ name }) => only === undefined || name.includes(only))
  if (mutations.length === 0) throw new SetupFailed(`No bug has ${only} in its name.`)
  const copy = mkdtempSync(join(temporaryRoot(SPACE), 'tugrik-planted-'))
  try {
    copyProject(copy)
    return plantAll(copy, mutations, suite)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})

function isSuite(name: string): name is Suite {
  return Object.hasOwn(SUITES, name)
}

/** The files that git knows or would add, as they are now. */
function copyProject(copy: string): void {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', args, { cwd: inProject('.'), encoding: 'utf8', maxBuffer: 2 ** 26 })
  const isFile = (name: string): boolean =>
    lstatSync(inProject(name), { throwIfNoEntry: false })?.isFile() === true
  for (const file of stdout.split('\0').filter(isFile)) cpSync(inProject(file), join(copy, file))
  symlinkSync(inProject('node_modules'), join(copy, 'node_modules'))
}

function plantAll(copy: string, mutations: readonly Mutation[], suite: Suite | undefined): number {
  const without = runTests(copy, runsWithoutBug(mutations, suite))
  if (without.hasFailed) throw new SetupFailed(`This fails without a planted bug: ${without.told}`)
  const missed = mutations.filter((mutation) => {
    const begun = performance.now()
    const { hasFailed, told } = withBug(copy, mutation, () => runTests(copy, runsFor(mutation, suite)))
    const seconds = Math.round((performance.now() - begun) / 1000)
    console.log(`${hasFailed ? 'caught' : 'MISSED'} “${mutation.name}”: ${told}, ${seconds} s`)
    return !hasFailed
  })
  console.log(`${mutations.length - missed.length} caught, ${missed.length} missed`)
  return missed.some((mutation) => isIn(mutation, suite)) ? 1 : 0
}

/** Whether the suite should catch it. */
function isIn(mutation: Mutation, suite: Suite | undefined): boolean {
  return suite !== 'test' || mutation.catcher.suite === 'test'
}

/** The arguments of `npm test`, run after run. */
type Runs = readonly (readonly string[])[]

function runsFor(mutation: Mutation, suite: Suite | undefined): Runs {
  return [...(isIn(mutation, suite) ? [runOf([mutation.catcher])] : []), ...runsOfSuite(suite)]
}

/** The same tests, with one run for each part of them. */
function runsWithoutBug(mutations: readonly Mutation[], suite: Suite | undefined): Runs {
  const catchers = mutations.filter((mutation) => isIn(mutation, suite)).map(({ catcher }) => catcher)
  const parts = new Set(catchers.map(({ part }) => part))
  return [
    ...[...parts].map((name) => runOf(catchers.filter(({ part }) => part === name))),
    ...runsOfSuite(suite),
  ]
}

function runsOfSuite(suite: Suite | undefined): Runs {
  return suite === undefined ? [] : [SUITES[suite]]
}

/** One run of tests of one part. */
function runOf(catchers: readonly Catcher[]): readonly string[] {
  const titles = catchers.flatMap(({ title }) => title?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') ?? [])
  const files = new Set(catchers.map(({ file }) => file))
  return [catchers[0]?.part ?? '', ...files, ...(titles.length > 0 ? ['--grep', titles.join('|')] : [])]
}

type Outcome = {
  readonly hasFailed: boolean
  /** The test that failed, or the last line of the tests. */
  readonly told: string
}

/** Runs tests up to the first run with a failed one. Tests that are skipped or do not start catch nothing. */
function runTests(copy: string, runs: Runs): Outcome {
  let told = ''
  for (const args of runs) {
    const { stdout } = spawnSync(process.execPath, [join(copy, 'scripts/run/test.ts'), ...args], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    const lines = stripVTControlCharacters(stdout).trimEnd().split('\n')
    const failed = lines.filter((line) => line.startsWith(FAILED))
    const [first] = failed
    if (first !== undefined)
      return { hasFailed: true, told: first.slice(FAILED.length).replaceAll(`${copy}/`, '') }
    told = lines.at(-1) ?? ''
  }
  return { hasFailed: false, told }
}

function withBug<Result>(copy: string, mutation: Mutation, work: () => Result): Result {
  const file = join(copy, mutation.file)
  const code = readFileSync(file, 'utf8')
  writeFileSync(file, plant(code, mutation))
  try {
    return work()
  } finally {
    writeFileSync(file, code)
  }
}
