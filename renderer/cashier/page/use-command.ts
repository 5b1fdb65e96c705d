import { useCallback, useRef, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/page/index.ts'

export type Command = {
  /** Runs one command. Resolves to null while another is running, so that a double press runs it once. */
  readonly run: <Value>(work: () => Promise<Reply<Value>>) => Promise<Reply<Value> | null>
  readonly pending: boolean
  readonly failure: Failure | null
  readonly forget: () => void
}

/** The state of a button's command: whether it is running, and its refusal. */
export function useCommand(): Command {
  const busy = useRef(false)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = useCallback(async <Value>(work: () => Promise<Reply<Value>>) => {
    if (busy.current) return null
    busy.current = true
    setPending(true)
    const reply = await work()
    busy.current = false
    setPending(false)
    setFailure(reply.ok ? null : reply.error)
    return reply
  }, [])
  const forget = useCallback(() => setFailure(null), [])
  return { run, pending, failure, forget }
}
