import { isOurs } from './origin.ts'

/** What of an IPC event tells who sent it; the shape of Electron's own, so that a test needs no Electron. */
type Frame = { readonly url: string }
type Contents<AFrame extends Frame> = { readonly mainFrame: AFrame }
type Sent<AFrame extends Frame> = { readonly senderFrame: AFrame | null; readonly sender: Contents<AFrame> }

/**
 * Whether a call came from the main frame of this very window, showing a page of ours. A frame that is gone, blank,
 * inside another, or of another window is not the cashier.
 */
export const isFromCashier = <AFrame extends Frame>(
  { senderFrame, sender }: Sent<AFrame>,
  window: { readonly webContents: Contents<AFrame> } | null,
): boolean =>
  window !== null &&
  senderFrame !== null &&
  sender === window.webContents &&
  senderFrame === window.webContents.mainFrame &&
  isOurs(senderFrame.url)
