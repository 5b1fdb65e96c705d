import type { Mode } from '../../shared/shop/mode.ts'

/** The line with which `npm start` says that the till is open. */
export const openMessage = (mode: Mode, folder: string): string =>
  `The till is open, in ${mode} mode. Its data is in ${folder}`
