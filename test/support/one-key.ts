/** A seal that knows a single key. */
export const oneKey = (key: Buffer) => ({ current: () => key, all: () => [key], locked: () => false })
