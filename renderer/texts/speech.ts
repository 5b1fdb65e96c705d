import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Language } from '../../shared/shop/settings.ts'
import type { TextKey } from '../../shared/texts/index.ts'
import { mn } from '../../shared/texts/mn.ts'

const i18n = i18next.createInstance()
const NAMESPACE = 'translation'

/** The Mongolian texts are in the bundle, so that the first frame has them. Keys are flat: a dot is part of the key. */
export function prepareTexts(): void {
  void i18n.use(initReactI18next).init({
    lng: 'mn',
    fallbackLng: 'mn',
    resources: { mn: { [NAMESPACE]: mn } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
}

/** Whether there is a text under the key, with `_one` or `_other` where it has plural forms. */
export const hasText = (key: string): boolean => i18n.getResource('mn', NAMESPACE, key) !== undefined

/** Whether the texts of this language are loaded. */
export const knows = (language: Language): boolean => i18n.hasResourceBundle(language, NAMESPACE)

/** Loads the texts that are not in the bundle. Where they cannot be loaded, those of the bundle stand in. */
export async function learnEnglish(): Promise<void> {
  if (knows('en')) return
  const english = await import('../../shared/texts/en.ts').then(
    ({ en }) => en,
    () => ({}),
  )
  i18n.addResourceBundle('en', NAMESPACE, english, false, false, { skipCopy: true })
}

/** Takes effect at once. The texts must be loaded. */
export function speak(language: Language): void {
  if (i18n.language === language && document.documentElement.lang === language) return
  document.documentElement.lang = language
  void i18n.changeLanguage(language)
}

export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

/**
 * A text in the language of the settings. The root of a page uses `useText`, so a new language draws all parts again
 * that do not use React's `memo`.
 */
export const say: Say = (key, values) => (i18n.t as unknown as Say)(key, values)

/** `say` for the root of a page, for a part with `memo`, and for values that are memoized. */
export function useText(): Say {
  const { t } = useTranslation(undefined, { i18n })
  return t as unknown as Say
}
