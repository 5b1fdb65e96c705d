/** The named functions of a source text, and where each begins and ends. */
import { parseSync } from 'vite'

type NamedFunction = { readonly name: string; readonly start: number; readonly end: number }

/** All named functions: declarations, and constants that hold a function, also inside other functions. */
export function functionsIn(file: string, code: string): readonly NamedFunction[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const found: NamedFunction[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    if (!isNode(node)) return
    const name = isFunction(node) || isFunction(node.init) ? node.id?.name : undefined
    if (name !== undefined) found.push({ name, start: node.start, end: node.end })
    Object.values(node).forEach(visit)
  }
  visit(program.body)
  return found
}

type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly id?: { readonly name?: string } | null
  readonly init?: unknown
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const isFunction = (value: unknown): boolean => isNode(value) && FUNCTIONS.includes(value.type)
