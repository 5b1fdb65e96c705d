/**
 * `npm run check -- --figures [FOLDER]`: the size of the project, in lines that are neither blank nor comments, so that a
 * change can say what it added and took away. FOLDER is another clone, such as one of an earlier commit.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './setup/project.mjs'

const PARTS = {
  product: /^(main|preload|renderer|shared)\/.*\.(ts|tsx|css|html|sql)$/,
  scripts: /^scripts\/.*\.(ts|mjs|cjs|c)$/,
  tests: /^test\/(?!fixtures).*\.(ts|tsx|mjs)$/,
  documents: /\.md$/,
} as const

const TEXTS = /^shared\/texts\//

/** Comments stand on lines of their own or behind code, so the beginning of a line shows whether it is a comment. */
const isCode = (line: string): boolean => !/^\s*($|\/\/|\/\*|\*|--|<!--)/.test(line)

const codeLines = (text: string): number => text.split('\n').filter(isCode).length
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length

if (import.meta.main) {
  const folder = process.argv[2] ?? PROJECT
  const { stdout } = spawnSync('git', ['ls-files'], { cwd: folder, encoding: 'utf8' })
  const files = stdout.split('\n').filter((file) => file !== '' && existsSync(join(folder, file)))
  const sum = (pattern: RegExp, count: (text: string) => number, without: RegExp | null = null): number =>
    files
      .filter((file) => pattern.test(file) && !without?.test(file))
      .reduce((total, file) => total + count(readFileSync(join(folder, file), 'utf8')), 0)
  const failures = (text: string): number => text.match(/^ {2}'failure\./gm)?.length ?? 0
  console.log(`product without texts  ${sum(PARTS.product, codeLines, TEXTS)} lines`)
  console.log(`texts                  ${sum(TEXTS, codeLines)} lines`)
  console.log(`scripts                ${sum(PARTS.scripts, codeLines)} lines`)
  console.log(`tests                  ${sum(PARTS.tests, codeLines)} lines`)
  console.log(`documents              ${sum(PARTS.documents, wordsIn)} words`)
  console.log(`failure texts          ${sum(/^shared\/texts\/en\.ts$/, failures)}`)
}
