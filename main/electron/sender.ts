import { isOurs } from './origin.ts'

/** The sender's part of an IPC event, in Electron's shape, so that a test needs no Electron. */
type Frame = { readonly url: string }
type Contents<AFrame extends Frame> = { readonly mainFrame: AFrame }
type Sent<AFrame extends Frame> = { readonly senderFrame: AFrame | null; readonly sender: Contents<AFrame> }

/**
 * Whether a call came from the main frame of this window, showing a page of ours. Refuses a frame that is gone, blank,
 * nested, or of another window.
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
