/** The themes. The settings may leave the choice to the system. */
export const THEMES = ['light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]
export type ThemeChoice = 'system' | Theme

/** Text sizes in percent of the normal size. */
export const TEXT_SIZES = [100, 125, 150, 200] as const
export type TextSize = (typeof TEXT_SIZES)[number]

/** The system's colour preferences. */
export type SystemLooks = { readonly dark: boolean; readonly moreContrast: boolean }

export function themeOf(choice: ThemeChoice, system: SystemLooks): Theme {
  if (choice !== 'system') return choice
  if (system.moreContrast) return 'contrast'
  return system.dark ? 'dark' : 'light'
}

/** Background colours for a window before its page is drawn. They must equal those in `renderer/theme/tokens.css`. */
export const THEME_GROUNDS: Readonly<Record<Theme, string>> = {
  light: '#f3f5f9',
  dark: '#0f141c',
  contrast: '#000000',
}
