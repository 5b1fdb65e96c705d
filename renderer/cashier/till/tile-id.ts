/** By which the search box names the tile that Enter takes. */
export const tileId = (code: string): string => `tile-${code}`
