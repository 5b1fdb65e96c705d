import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { THEME_GROUNDS, THEMES, type Theme, themeOf } from '../../../shared/shop/theme.ts'

const RENDERER = join(import.meta.dirname, '../../../renderer')
const TOKENS = readFileSync(join(RENDERER, 'theme/tokens.css'), 'utf8')

type Colour = readonly [red: number, green: number, blue: number, alpha: number]

/** The colours of a theme, by name. */
function coloursOf(theme: Theme): ReadonlyMap<string, Colour> {
  const block = new RegExp(`\\n\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(TOKENS)?.[1] ?? ''
  const fixed = /\n:root \{([^}]*)\}/.exec(TOKENS)?.[1] ?? ''
  const found = `${fixed}${block}`.matchAll(/--([\w-]+):\s*([^;]+);/g)
  const colours = new Map<string, Colour>()
  for (const [, name = '', value = ''] of found) {
    const colour = readColour(value.trim())
    if (colour !== null) colours.set(name, colour)
  }
  return colours
}

function readColour(text: string): Colour | null {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  if (hex) return [hexOf(hex[1]), hexOf(hex[2]), hexOf(hex[3]), 1]
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(text)
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4]) / 100] : null
}

const hexOf = (digits = ''): number => Number.parseInt(digits, 16)

/** A translucent colour as it looks on its ground. */
const over = ([red, green, blue, alpha]: Colour, ground: Colour): Colour => [
  red * alpha + ground[0] * (1 - alpha),
  green * alpha + ground[1] * (1 - alpha),
  blue * alpha + ground[2] * (1 - alpha),
  1,
]

/** WCAG 2.2, "relative luminance". */
function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: Colour, other: Colour): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const GROUNDS = ['paper', 'ground', 'sunk', 'sky-wash'] as const

/** Text colours and the grounds on which they are used. */
const READ: readonly (readonly [ink: string, ...grounds: string[]])[] = [
  ['ink', ...GROUNDS, 'sunk-press', 'good-wash', 'warn-wash', 'bad-wash'],
  ['ink-2', ...GROUNDS, 'sunk-press'],
  ['ink-3', ...GROUNDS],
  ['sky-ink', ...GROUNDS],
  ['good-ink', 'good-wash', 'paper', 'ground'],
  ['warn-ink', 'warn-wash', 'paper', 'ground'],
  ['bad-ink', 'bad-wash', 'paper', 'ground'],
  ['on-ink', 'ink'],
  ['on-sky', 'sky', 'sky-press'],
  ['on-good', 'good', 'good-deep'],
  ['on-good-ink', 'on-good', 'on-good-press'],
  ['on-warn', 'warn'],
  ['on-bad', 'bad', 'bad-press'],
  ['on-mark', 'mark'],
  ['code-dark', 'code-light'],
  ['code-words', 'code-light', 'code-stripe'],
]

/** Edges and figures that show the place or state of a control. */
const SEEN: readonly (readonly [edge: string, ...grounds: string[]])[] = [
  ['edge', 'paper', 'ground'],
  ['ring', 'paper', 'ground', 'sunk'],
  ['sky', 'paper', 'ground'],
  ['bad-ink', 'bad-wash'],
  ['off', 'paper', 'sunk'],
]

/** The letters of a hotkey are on a translucent chip on a button. */
const CHIPS: readonly (readonly [ink: string, chip: string, ground: string])[] = [
  ['ink', 'key', 'sunk'],
  ['ink-2', 'key', 'paper'],
  ['bad-ink', 'key', 'paper'],
  ['on-sky', 'key-on-fill', 'sky'],
  ['on-bad', 'key-on-fill', 'bad'],
]

describe.each(THEMES)('the %s theme', (theme) => {
  const colours = coloursOf(theme)
  const colour = (name: string): Colour => {
    const found = colours.get(name)
    if (found === undefined) throw new Error(`the theme ${theme} has no colour "${name}"`)
    return found
  }
  const least = theme === 'contrast' ? 7 : 4.5

  test.each(READ.flatMap(([ink, ...grounds]) => grounds.map((ground) => [ink, ground] as const)))(
    '%s has enough contrast for text on %s',
    (ink, ground) => expect(contrast(colour(ink), colour(ground))).toBeGreaterThanOrEqual(least),
  )

  test.each(SEEN.flatMap(([edge, ...grounds]) => grounds.map((ground) => [edge, ground] as const)))(
    '%s has enough contrast for edges on %s',
    (edge, ground) => expect(contrast(colour(edge), colour(ground))).toBeGreaterThanOrEqual(3),
  )

  test.each(CHIPS)('%s has enough contrast on the chip %s on %s', (ink, chip, ground) => {
    const seen = over(colour(chip), colour(ground))
    expect(contrast(colour(ink), seen)).toBeGreaterThanOrEqual(4.5)
  })

  test('a window has the same background before the page is drawn', () => {
    expect(readColour(THEME_GROUNDS[theme])).toEqual(colour('ground'))
  })
})

test('every theme defines every colour', () => {
  const optional = ['filling-line'] // an outline of filled areas, which only the high-contrast theme has
  const [first, ...others] = THEMES.map((theme) =>
    [...coloursOf(theme).keys()].filter((name) => !optional.includes(name)).sort(),
  )
  for (const names of others) expect(names).toEqual(first)
})

test('only the tokens file has colours', () => {
  const strays = globSync('**/*.{css,ts,tsx,html}', { cwd: RENDERER })
    .filter((file) => file !== join('theme', 'tokens.css'))
    .filter((file) =>
      /#[0-9a-f]{3,8}\b(?!['"]?>)|\b(rgb|hsl|oklch|color-mix)a?\(/i.test(
        readFileSync(join(RENDERER, file), 'utf8'),
      ),
    )
  expect(strays).toEqual([])
})

test.each([
  [{ dark: false, moreContrast: false }, 'light'],
  [{ dark: true, moreContrast: false }, 'dark'],
  [{ dark: true, moreContrast: true }, 'contrast'],
] as const)('the system’s look %j gives the theme %s', (system, theme) => {
  expect(themeOf('system', system)).toBe(theme)
  expect(themeOf('light', system)).toBe('light')
})

test('text uses the ink of a colour and not its filling, which is too dark in the dark theme', () => {
  const files = globSync('**/*.css', { cwd: RENDERER })
  const filled = files.filter((file) =>
    /[{;\s]color: var\(--(warn|good|bad|sky)\)/.test(
      readFileSync(join(RENDERER, file), 'utf8').replaceAll('-color:', '-colour:'),
    ),
  )
  expect(filled).toEqual([])
})
