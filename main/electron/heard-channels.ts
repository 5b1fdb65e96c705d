/** Electron's `ipcMain`, in its shape, so that a test needs no Electron. */
export type Ipc = { readonly eventNames: () => readonly (string | symbol)[] }

/**
 * The channels on which the main process hears pages. Libraries add their own, which hear every frame of every window
 * without a check. Electron itself listens to `error`, and ignores it.
 */
export function heardChannels(ipc: Ipc): readonly string[] {
  const handlers: unknown = Reflect.get(ipc, '_invokeHandlers') // Electron has no public list of them
  const handled = handlers instanceof Map ? [...handlers.keys()] : []
  return [...ipc.eventNames(), ...handled].map(String).filter((channel) => channel !== 'error')
}
