/**
 * `npm run check`: every document that the code or another document refers to is in this repository. It looks at
 *
 *   - relative links of Markdown files, and the heading that a link names (`docs/laws.md#law-3`);
 *   - documents that a comment or a page names by path (`docs/security.md`, and in a page also `sale-number.md`);
 *   - source files that a comment or a page names by path (`shared/sale/steps.ts`);
 *   - paths that a page names in backticks: below a top-level folder of the repository (`test/unit/`), or a source file by
 *     the end of its path (`steps.ts`); `*`, `…` and `<name>` stand for any words;
 *   - laws by number: each must have its heading in docs/laws.md;
 *   - titles of tests, in quotation marks, in docs/security.md and after the name of a test file in a page; "…" stands for
 *     any words;
 *   - references to documents outside the repository: "section" with a number but without a public standard beside it, and the
 *     names of such documents.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize, resolve } from 'node:path'

export type BrokenReference = { readonly file: string; readonly line: number; readonly what: string }

const LAWS = 'docs/laws.md'
/** Names the test of each protection by its title. */
const THREATS = 'docs/security.md'
const READ = /\.(md|ts|tsx|mjs|cjs|css|html|yml|yaml)$|^\.(gitignore|editorconfig)$/
/** This file and its test write about broken references. */
const ABOUT_REFERENCES = ['scripts/run/references.ts', 'test/unit/docs/references.test.ts']

/** The folders whose documents may be named without a path. */
const FOLDERS = ['.', 'docs', 'docs/decisions']

const LINK = /\]\(\s*<?([^)\s>]+)>?\s*\)/g
const PATH = /(?<![\w/.:@-])((?:\.{1,2}\/)*[\w-]+(?:\/[\w.-]+)*\.md)(#[\w-]+)?(?![\w/])/g
const SOURCE = /(?<![\w/.])((?:main|renderer|shared|preload|scripts)\/[\w/.-]+\.(?:ts|tsx|mjs))\b/g
const IN_BACKTICKS = /`([^`\s]+)`/g
const SOURCE_NAME = /\.(?:ts|tsx|mjs|cjs|css|sql|nsh|yml)$/
const TITLES = /`[\w./-]+\.(?:test|spec)\.ts`(?:: | \()((?:"[^"]+"(?:, )?)+)/g
const LAW = /\blaws? (\d+)\b/gi
const SECTION = /\bsections? \d|§/i
const OTHER_PAPERS = /\bfield notes\b|\bhouse[ -]style\b/i
const STANDARD = /\bRFC\b|\bISO\b|\bGS1\b|APPNOTE/
const ELSEWHERE = /^(?:[a-z][a-z+.-]*:|\/\/)/i

/** Returns all broken references. `files` are paths under `root`. */
export function brokenReferences(root: string, files: readonly string[]): readonly BrokenReference[] {
  const page = pagesUnder(root)
  const laws = page(LAWS) ?? new Set<string>()
  const tests = files
    .filter((file) => /^test\/.*\.(test|spec)\.ts$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const folders = new Set(files.flatMap((file) => /^[^/]+(?=\/)/.exec(file)?.[0] ?? []))
  return files
    .filter((file) => READ.test(file) && !ABOUT_REFERENCES.includes(file))
    .flatMap((file) => {
      const lines = proseOf(file, readFileSync(join(root, file), 'utf8'))
      return lines.flatMap((text, index) => {
        const wrong = [
          ...deadLinks(root, file, text, page),
          ...missingDocuments(root, file, text, page),
          ...missingSources(root, file, text),
          ...(file.endsWith('.md') ? missingPaths(root, text, files, folders) : []),
          ...unknownLaws(text, laws),
          ...missingTests(file === THREATS ? text : titlesIn(file, text), tests),
          ...papersElsewhere(text),
        ]
        return [...new Set(wrong)].map((what) => ({ file, line: index + 1, what }))
      })
    })
}

type Page = (path: string) => ReadonlySet<string> | null

/** The anchors of a Markdown file, or null where there is none. */
function pagesUnder(root: string): Page {
  const known = new Map<string, ReadonlySet<string> | null>()
  return (path) => {
    const read = known.get(path)
    if (read !== undefined) return read
    const file = join(root, path)
    const anchors = existsSync(file) ? anchorsOf(readFileSync(file, 'utf8')) : null
    known.set(path, anchors)
    return anchors
  }
}

/** The anchor that GitHub gives a heading. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, title = ''] of withoutCode(markdown).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    let name = slug
    for (let more = 1; anchors.has(name); more++) name = `${slug}-${more}`
    anchors.add(name)
  }
  return anchors
}

/** Keeps the line numbers. */
const withoutCode = (markdown: string): string =>
  markdown.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))

/** The lines of a page. In code, all lines are emptied except comments and test titles. */
function proseOf(file: string, source: string): readonly string[] {
  if (file.endsWith('.md')) return withoutCode(source).split('\n')
  let inComment = false
  return source.split('\n').map((line) => {
    const began = inComment || /\/\*/.test(line)
    inComment = began && !/\*\/(?!.*\/\*)/.test(line)
    if (began || /(^|\s)(\/\/|#)/.test(line)) return line
    return /\b(describe|test|it|expect)\b|'law /.test(line) ? line : ''
  })
}

function deadLinks(root: string, file: string, text: string, page: Page): readonly string[] {
  if (!file.endsWith('.md')) return []
  return [...text.replace(/`[^`]*`/g, '').matchAll(LINK)].flatMap(([, target = '']) => {
    if (ELSEWHERE.test(target)) return []
    const [path = '', anchor] = target.split('#')
    const to = path === '' ? file : normalize(join(dirname(file), decodeURIComponent(path)))
    if (!existsSync(join(root, to))) return [`no such file: ${target}`]
    return anchor !== undefined && to.endsWith('.md') && page(to)?.has(anchor) !== true
      ? [`no such heading: ${target}`]
      : []
  })
}

/** These files may name files that do not exist: tests plant files, and a migration's SQL is never edited. */
const NAMES_ANY_FILE = /^test\/|^main\/journal\/migrations\.ts$/

function missingSources(root: string, file: string, text: string): readonly string[] {
  if (NAMES_ANY_FILE.test(file)) return []
  return [...text.matchAll(SOURCE)].flatMap(([, path = '']) =>
    existsSync(join(root, path)) ? [] : [`no such file: ${path}`],
  )
}

/** Paths that the repository does not have. */
const ELSEWHERE_BY_PATH: Readonly<Record<string, string>> = {
  'resources/app': 'in a packaged app, beside its archive',
}

function missingPaths(
  root: string,
  text: string,
  files: readonly string[],
  folders: ReadonlySet<string>,
): readonly string[] {
  const isThere = (name: string): boolean => {
    const [path = ''] = name.split('#')
    if (path.endsWith('.md') || path in ELSEWHERE_BY_PATH) return true
    const pattern = path.replace(/\/$/, '').replace(/…|<[^>]*>/g, '*')
    if (path.includes('/') && folders.has(path.split('/')[0] ?? ''))
      return existsSync(join(root, path)) || globSync(pattern, { cwd: root }).length > 0
    if (!SOURCE_NAME.test(path)) return true
    return files.some((file) =>
      pattern.includes('*') ? matchesGlob(file, `**/${pattern}`) : `/${file}`.endsWith(`/${pattern}`),
    )
  }
  return [...text.matchAll(IN_BACKTICKS)].flatMap(([, name = '']) =>
    isThere(name) ? [] : [`no such file: ${name}`],
  )
}

const titlesIn = (file: string, text: string): string =>
  file.endsWith('.md') ? [...text.matchAll(TITLES)].map(([, titles]) => titles).join() : ''

function missingDocuments(root: string, file: string, text: string, page: Page): readonly string[] {
  return [...text.replace(LINK, '').matchAll(PATH)].flatMap(([, path = '', anchor]) => {
    const to = [dirname(file), ...FOLDERS]
      .map((folder) => normalize(join(folder, path)))
      .find((place) => existsSync(join(root, place)))
    if (to === undefined) return [`no such document: ${path}`]
    return anchor !== undefined && page(to)?.has(anchor.slice(1)) !== true
      ? [`no such heading: ${path}${anchor}`]
      : []
  })
}

const unknownLaws = (text: string, laws: ReadonlySet<string>): readonly string[] =>
  [...text.matchAll(LAW)].flatMap(([, number]) =>
    laws.has(`law-${number}`) ? [] : [`no law ${number} in ${LAWS}`],
  )

function missingTests(text: string, tests: string): readonly string[] {
  return [...text.matchAll(/"([^"]+)"/g)].flatMap(([, title = '']) => {
    const pattern = title.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`['"\`]${pattern.join('.+?')}['"\`]`).test(tests) ? [] : [`no such test: ${title}`]
  })
}

const papersElsewhere = (text: string): readonly string[] => [
  ...(SECTION.test(text) && !STANDARD.test(text) ? ['a section of a document that is not here'] : []),
  ...(OTHER_PAPERS.test(text) ? ['a document that is not here'] : []),
]

/** Without a list of files, all files that git tracks or would add. */
function filesOf(root: string): readonly string[] {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (listed.status !== 0) throw new Error('git could not list the files')
  return listed.stdout
    .split('\0')
    .filter((file) => file !== '' && !file.startsWith('test/fixtures/') && existsSync(join(root, file)))
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..')
  const all = brokenReferences(root, filesOf(root))
  for (const { file, line, what } of all) console.error(`${file}:${line}: ${what}`)
  console.log(all.length === 0 ? 'references: all resolve' : `references: ${all.length} broken`)
  process.exitCode = all.length === 0 ? 0 : 1
}
