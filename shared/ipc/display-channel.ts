/**
 * The one channel that the customer display hears. By itself in a file, so that its preload script has nothing in common
 * with the cashier's: a sandboxed preload must be one file.
 */
export const DISPLAY_CHANNEL = 'pos:display'
