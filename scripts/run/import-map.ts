/**
 * `npm run check -- --map`: the import graph of each part of the product. A box is a wing: a folder or a loose file
 * directly in that part. It prints
 *
 *   - boxes, floors (the longest way down) and arrows (imports from one box to another, types included);
 *   - circles between boxes.
 */
import { readImports } from './import-rules.ts'
import { PROJECT } from './setup/project.mjs'

const PARTS = ['main', 'renderer/cashier', 'shared', 'scripts'] as const

export type Arrow = readonly [from: string, to: string]
export type Shape = {
  readonly boxes: number
  readonly floors: number
  readonly arrows: number
  readonly circles: readonly (readonly string[])[]
}

/** The box of a file of that part: `main/sale/run/runner.ts` is in `sale`. */
const boxOf = (part: string, file: string): string | null =>
  file.startsWith(`${part}/`) ? (file.slice(part.length + 1).split('/')[0] ?? null) : null

/** Imports between the boxes of a part, each once. */
export function arrowsOf(part: string, imports: readonly Arrow[]): readonly Arrow[] {
  const arrows = new Map<string, Arrow>()
  for (const [from, to] of imports) {
    const [one, other] = [boxOf(part, from), boxOf(part, to)]
    if (one !== null && other !== null && one !== other) arrows.set(`${one} ${other}`, [one, other])
  }
  return [...arrows.values()]
}

/** Groups of boxes that import each other, also through others. */
function circlesOf(boxes: readonly string[], arrows: readonly Arrow[]): readonly (readonly string[])[] {
  const reached = new Map(boxes.map((box) => [box, reachedFrom(box, arrows)]))
  const together = boxes.map((box) =>
    boxes.filter((other) => reached.get(box)?.has(other) && reached.get(other)?.has(box)),
  )
  return [...new Map(together.filter((all) => all.length > 0).map((all) => [all.join(' '), all])).values()]
}

function reachedFrom(box: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [box]
  for (let one = open.pop(); one !== undefined; one = open.pop())
    for (const [from, to] of arrows)
      if (from === one && !reached.has(to)) {
        reached.add(to)
        open.push(to)
      }
  return reached
}

export function shapeOf(boxes: readonly string[], arrows: readonly Arrow[]): Shape {
  const circles = circlesOf(boxes, arrows)
  const circle = (box: string): readonly string[] => circles.find((all) => all.includes(box)) ?? []
  const heights = new Map<string, number>()
  const heightOf = (box: string): number => {
    const known = heights.get(box)
    if (known !== undefined) return known
    const below = arrows.filter(([from, to]) => from === box && !circle(box).includes(to))
    const height = 1 + Math.max(0, ...below.map(([, to]) => heightOf(to)))
    heights.set(box, height)
    return height
  }
  return {
    boxes: boxes.length,
    floors: Math.max(0, ...boxes.map(heightOf)),
    arrows: arrows.length,
    circles,
  }
}

if (import.meta.main) {
  const { modules } = await readImports(PROJECT)
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }): Arrow => [source, resolved]),
  )
  const files = [...new Set(imports.flat())]
  for (const part of PARTS) {
    const boxes = [...new Set(files.flatMap((file) => boxOf(part, file) ?? []))]
    const { floors, arrows, circles } = shapeOf(boxes, arrowsOf(part, imports))
    console.log(
      `${part}: ${boxes.length} boxes, ${floors} floors, ${arrows} arrows, ${circles.length} circles`,
    )
    for (const all of circles) console.log(`  circle: ${all.join(', ')}`)
  }
}
