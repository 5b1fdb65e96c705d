import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Language } from '../../shared/settings.ts'
import { TEXTS, type TextKey } from '../../shared/texts/index.ts'

const i18n = i18next.createInstance()

/** The texts are in the bundle, so that the first frame has them. Keys are flat: a dot is part of the key. */
export function prepareTexts(): void {
  void i18n.use(initReactI18next).init({
    lng: 'mn',
    fallbackLng: 'mn',
    resources: { mn: { translation: TEXTS.mn }, en: { translation: TEXTS.en } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
}

export function speak(language: Language): void {
  if (i18n.language === language && document.documentElement.lang === language) return
  document.documentElement.lang = language
  void i18n.changeLanguage(language)
}

export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

/** Returns the texts in the language of the settings. */
export function useText(): Say {
  const { t } = useTranslation(undefined, { i18n })
  return t as unknown as Say
}
