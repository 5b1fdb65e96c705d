/** The mark of test mode on files with figures, so that nobody takes them for those of real sales. */
import type { Language } from '../../../shared/shop/settings.ts'
import { TEXTS } from '../../../shared/texts/index.ts'

export type OfMode = { readonly testMode: boolean; readonly language: Language }

/** A file of test mode has another name, so that it does not replace the file of live mode. */
export const fileName = ({ testMode, language }: OfMode, name: string): string =>
  testMode ? `${language === 'mn' ? 'surgalt' : 'test'}-${name}` : name

/** The mark comes first, because the end of a long title is cut off. */
export const sheetTitle = ({ testMode, language }: OfMode, title: string): string =>
  testMode ? `${TEXTS[language]['practice.badge']} – ${title}` : title
