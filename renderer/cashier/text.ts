import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/failure.ts'
import { SERVICE_CODES, TRANSPORT_FAILURES } from '../../shared/failure.ts'
import type { BankLink } from '../../shared/sale.ts'
import type { Language } from '../../shared/settings.ts'
import { TEXTS, type TextKey } from '../../shared/texts/index.ts'

const i18n = i18next.createInstance()

/** The catalogue is in the bundle, so the first frame has its words. Keys are flat: a dot is part of the name. */
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

/** Words from the catalogue, in the language of the settings. */
export function useText(): Say {
  const { t } = useTranslation(undefined, { i18n })
  return t as unknown as Say
}

/** The text under this key, or another's where a newer main process sends a name that this page does not know. */
export const knownKey = <Known extends TextKey>(key: string, otherwise: Known): TextKey =>
  Object.hasOwn(TEXTS.mn, key) ? (key as TextKey) : otherwise

export const failureText = (say: Say, { name }: Failure): string =>
  say(knownKey(`failure.${name}`, 'failure.UNEXPECTED'))

/** The service's own words, where it gave some. */
export const serviceWords = ({ name, detail }: Failure): string | null =>
  fromTheService.has(name) && detail !== null && detail !== '' ? detail : null

const fromTheService: ReadonlySet<string> = new Set<string>([...SERVICE_CODES, ...TRANSPORT_FAILURES])

/** A bank of the payer's links: the service names it in English, and describes it in Mongolian (section 2.3). */
export const bankLabel = ({ name, description }: BankLink, language: Language): string =>
  language === 'mn' && description !== '' ? description : name

export const bankName = (say: Say, code: string): string => {
  const key = knownKey(`bank.${code}`, 'bank.other')
  return say(key, { code })
}
