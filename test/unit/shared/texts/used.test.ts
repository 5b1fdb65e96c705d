/** Every text is shown somewhere: its key stands in the code, whole or as the beginning of a template. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mn } from '../../../../shared/texts/mn.ts'

const FOLDERS = ['main', 'renderer', 'shared']
/** Comments name keys too, and using a text there does not show it. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^\s*)\/\/.*$/gm

const code = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !join(folder, file).startsWith(join('shared', 'texts')))
    .map((file) => readFileSync(join(folder, file), 'utf8').replace(COMMENT, '')),
).join('\n')

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const literals = new Set(code.match(/(?<=['"`])[a-z][\w. -]*(?=['"`])/gi))

/** The templates that make keys, as expressions: what is filled in may be anything. */
const templates = [...code.matchAll(/`((?:[\w.-]|\$\{[^}`]*\})+)`/g)]
  .map(([, template = '']) => template.split(/\$\{[^}]*\}/))
  .filter((parts) => parts.length > 1 && parts.some((part) => /[a-z]/i.test(part) && part.includes('.')))
  .map((parts) => ({ isOpen: parts[0] === '', form: new RegExp(`^${parts.map(escaped).join('.+')}$`) }))

/** A template that begins with what is filled in makes only keys whose first word stands in the code too. */
const isUsed = (key: string): boolean =>
  literals.has(key) ||
  templates.some(
    ({ isOpen, form }) => form.test(key) && (!isOpen || literals.has(key.slice(0, key.indexOf('.')))),
  )

test('every text is used', () => {
  const unused = Object.keys(mn).filter((key) => {
    const stem = key.replace(/_(one|other)$/, '')
    return !isUsed(key) && !isUsed(stem)
  })
  expect(unused).toEqual([])
})
