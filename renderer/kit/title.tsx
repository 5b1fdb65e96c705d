import { type ReactNode, useEffect, useRef } from 'react'
import { isFocusLost } from './typing.ts'

type TitleProps = {
  readonly children: ReactNode
  readonly id?: string | undefined
  readonly className?: string | undefined
  readonly testId?: string
}

/**
 * The heading of a screen or a panel. If the focus was lost with what it replaces, and nothing else took it, the heading
 * does: a screen reader reads it, and Tab continues there. It waits a frame, because fields that appear take the focus
 * first.
 */
export function Title({ children, id, className, testId }: TitleProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (isFocusLost()) title.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <h1 ref={title} tabIndex={-1} id={id} className={className} data-testid={testId}>
      {children}
    </h1>
  )
}
