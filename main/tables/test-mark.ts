/** The mark of test mode on files with figures, so that nobody takes them for those of real sales. */
import type { Language } from '../../shared/settings.ts'
import { TEXTS } from '../../shared/texts/index.ts'

export type OfMode = { readonly testMode: boolean; readonly language: Language }

/** A file of test mode has a name of its own, so it does not replace that of live mode. */
export const fileName = ({ testMode, language }: OfMode, name: string): string =>
  testMode ? `${language === 'mn' ? 'surgalt' : 'test'}-${name}` : name

/** In front, because the end of a long name is cut off. */
export const sheetTitle = ({ testMode, language }: OfMode, title: string): string =>
  testMode ? `${TEXTS[language]['practice.badge']} – ${title}` : title
