/** Lets the till work before the next slice. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
