/** A plot of one figure at several sizes, as SVG: both axes by powers of ten. */
import type { Figure } from './figure.ts'

const WIDTH = 640
const HEIGHT = 320
const LEFT = 70
const RIGHT = 190
const TOP = 20
const BOTTOM = 44
/** Distinguishable with red-green colour blindness, too. */
const COLOURS = ['#0b6e4f', '#c2410c', '#1d4ed8', '#7c3aed', '#6b7280']

export function plotOf({ name, unit, curve }: Figure): string {
  if (!curve) throw new Error(`${name} was measured at one size only`)
  const { of, points } = curve
  const sides = ['ours', ...Object.keys(points[0]?.against ?? {})]
  const valueAt = (point: (typeof points)[number], side: string): number | undefined =>
    (side === 'ours' ? point.ours : point.against[side])?.p50
  const values = sides.flatMap((side) => points.flatMap((point) => valueAt(point, side) ?? []))
  const across = axis(
    points.map(({ size }) => size),
    LEFT,
    WIDTH - RIGHT,
  )
  const up = axis(values, HEIGHT - BOTTOM, TOP)
  const lines = sides.map((side, index) => {
    const colour = COLOURS[index % COLOURS.length]
    const places = points.flatMap((point) => {
      const value = valueAt(point, side)
      return value === undefined ? [] : [[across.at(point.size), up.at(value)] as const]
    })
    const [x, y] = places.at(-1) ?? [0, 0]
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="${side === 'ours' ? 3 : 1.5}" points="${places.map((place) => place.join()).join(' ')}"/>`,
      ...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`),
      `<text x="${x + 8}" y="${y + 4}" fill="${colour}">${escaped(side)}</text>`,
    ].join('')
  })
  const grid = [
    ...across.marks.map(
      (mark) =>
        `<line x1="${across.at(mark)}" y1="${TOP}" x2="${across.at(mark)}" y2="${HEIGHT - BOTTOM}" stroke="#ddd"/><text x="${across.at(mark)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${shortly(mark)}</text>`,
    ),
    ...up.marks.map(
      (mark) =>
        `<line x1="${LEFT}" y1="${up.at(mark)}" x2="${WIDTH - RIGHT}" y2="${up.at(mark)}" stroke="#ddd"/><text x="${LEFT - 6}" y="${up.at(mark) + 4}" text-anchor="end">${shortly(mark)} ${unit}</text>`,
    ),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">`,
    `<title>${escaped(name)}</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...grid,
    ...lines,
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escaped(of)}</text>`,
    '</svg>\n',
  ].join('\n')
}

/** From whole powers of ten to whole powers of ten. */
function axis(values: readonly number[], from: number, to: number) {
  const powers = values.filter((value) => value > 0).map(Math.log10)
  const low = Math.floor(Math.min(...powers) + 1e-9)
  const high = Math.max(low + 1, Math.ceil(Math.max(...powers) - 1e-9))
  return {
    at: (value: number): number =>
      Number(
        (from + ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (to - from)).toFixed(1),
      ),
    marks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index)),
  }
}

const shortly = (value: number): string =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1000 ? `${value / 1000}k` : `${Number(value.toPrecision(3))}`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
