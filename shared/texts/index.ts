import type { Language } from '../shop/settings.ts'
import type { Texts } from './catalogue.ts'
import { en } from './en.ts'
import { mn } from './mn.ts'

export type { TextKey, Texts } from './catalogue.ts'

export const TEXTS: Readonly<Record<Language, Texts>> = { mn, en }
