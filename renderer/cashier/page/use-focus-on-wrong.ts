import { useEffect, useRef } from 'react'

/** For a form: after a refusal the focus moves to the first wrong field, where a screen reader reads what is wrong. */
export function useFocusOnWrong(refusal: object | string | null) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusal !== null)
      form.current?.querySelector<HTMLElement>('[data-invalid]:is(input, select, textarea)')?.focus()
  }, [refusal])
  return form
}
