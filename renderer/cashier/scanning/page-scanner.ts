import { listenForScans } from './scanner.ts'

/** Made with the page, before anything of it is drawn: the first to hear a key. */
export const pageScanner = listenForScans(window)
