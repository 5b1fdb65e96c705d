import { useEffect, useState } from 'react'
import { page } from './store.ts'

/** A PIN that is typed, or a code that is shown. It leaves the page as soon as another room is opened; a lock keeps it. */
export function useSecret<Secret>(none: Secret): readonly [Secret, (secret: Secret) => void] {
  const [secret, setSecret] = useState(none)
  useEffect(
    () => () => {
      if (page.getState().lock === null) setSecret(none)
    },
    [none],
  )
  return [secret, setSecret]
}
