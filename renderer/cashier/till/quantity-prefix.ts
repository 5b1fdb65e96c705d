export type Typed = {
  /** As typed before the sign; null where there is no prefix. */
  readonly quantity: string | null
  /** What is searched for. */
  readonly sought: string
}

/** Takes "3*тараг" apart: quantity three, тараг sought. Whether the quantity will do is the main process's to say. */
export function readQuantityPrefix(text: string): Typed {
  const match = /^\s*(\d{1,6}(?:[.,]\d{1,3})?)\s*[*×]\s*(.*)$/.exec(text)
  if (!match) return { quantity: null, sought: text.trim() }
  return { quantity: match[1] ?? null, sought: (match[2] ?? '').trim() }
}
