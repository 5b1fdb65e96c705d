import type { Settings } from '../../../shared/shop/settings.ts'

/** At which service a merchant is signed in, and as whom. */
export type Login = Pick<NonNullable<Settings['merchant']>, 'baseUrl' | 'username'>

/** No merchant (null) is the same as no merchant. */
export const isSameLogin = (one: Login | null, other: Login | null): boolean =>
  one?.baseUrl === other?.baseUrl && one?.username === other?.username
