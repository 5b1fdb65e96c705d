import type { Settings } from '../../shared/shop/settings.ts'
import { type ThemeChoice, themeOf } from '../../shared/shop/theme.ts'

const DARK = window.matchMedia('(prefers-color-scheme: dark)')
const MORE_CONTRAST = window.matchMedia('(prefers-contrast: more)')

/** Sets theme and text size on the root element for tokens.css. Takes effect at once. */
export function dress({ theme, textSize }: Pick<Settings, 'theme' | 'textSize'>): void {
  const { dataset } = document.documentElement
  const wanted = nameOf(theme)
  if (dataset.theme !== wanted) dataset.theme = wanted
  if (dataset.text !== String(textSize)) dataset.text = String(textSize)
}

/** Calls back when the system's colour preferences change. */
export function onSystemLooks(changed: () => void): void {
  for (const query of [DARK, MORE_CONTRAST]) query.addEventListener('change', changed)
}

const nameOf = (choice: ThemeChoice): string =>
  themeOf(choice, { dark: DARK.matches, moreContrast: MORE_CONTRAST.matches })
