/** The looks of the page. What is chosen in the settings may leave it to the system. */
export const THEMES = ['light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]
export type ThemeChoice = 'system' | Theme

/** Percent of the usual size. */
export const TEXT_SIZES = [100, 125, 150, 200] as const
export type TextSize = (typeof TEXT_SIZES)[number]

/** What the system says of the eyes before it. */
export type SystemLooks = { readonly dark: boolean; readonly moreContrast: boolean }

export function themeOf(choice: ThemeChoice, system: SystemLooks): Theme {
  if (choice !== 'system') return choice
  if (system.moreContrast) return 'contrast'
  return system.dark ? 'dark' : 'light'
}

/** The page's ground, for a window that stands before its page is drawn; `renderer/theme/tokens.css` has the same. */
export const THEME_GROUNDS: Readonly<Record<Theme, string>> = {
  light: '#f3f5f9',
  dark: '#0f141c',
  contrast: '#000000',
}
