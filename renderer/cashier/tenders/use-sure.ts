import { useRef, useState } from 'react'

/** A second press sooner than this is a finger's bounce or a double click, not an answer. */
const BOUNCE_MS = 300

export type Sure = {
  readonly asking: boolean
  /** False asks; true once it was asked, and answered by a press that is no bounce. */
  readonly confirmed: () => boolean
  readonly forget: () => void
}

/** For what is nearly always right, and asked about where it looks like a slip. */
export function useSure(): Sure {
  const askedAt = useRef<number | null>(null)
  const [asking, setAsking] = useState(false)
  const ask = () => {
    askedAt.current = performance.now()
    setAsking(true)
    return false
  }
  return {
    asking,
    confirmed: () => (askedAt.current === null ? ask() : performance.now() - askedAt.current >= BOUNCE_MS),
    forget: () => {
      askedAt.current = null
      setAsking(false)
    },
  }
}
