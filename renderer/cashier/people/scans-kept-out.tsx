import { useState } from 'react'
import { Note } from '../../kit/index.ts'
import { useScans } from '../scanning/index.ts'
import { sound } from '../sounds/index.ts'

/** Takes every scan while it stands: no digit of it is left in the PIN, nothing is rung up, and it is said so. */
export function ScansKeptOut({ words }: { readonly words: string }) {
  const [shown, setShown] = useState(false)
  useScans(({ putBack }) => {
    putBack()
    sound('refused')
    setShown(true)
  })
  if (!shown) return null
  return (
    <Note tone="warn" testId="scan-kept-out">
      {words}
    </Note>
  )
}
