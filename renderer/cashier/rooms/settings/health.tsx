import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import {
  asksForWork,
  HEALTH_CHECKS,
  type HealthCheck,
  type HealthResult,
  type HealthState,
} from '../../../../shared/page/health.ts'
import { type IconName, Item, ItemList, PressButton, Section } from '../../../kit/index.ts'
import { call, failureText, say, useCommand, useView } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { dayAndTime } from '../../parts/moment.ts'
import { SavedFile } from '../../parts/saved-file.tsx'

/** Every health check with its state, and the file for the person who helps. */
export const Health = () => (
  <>
    <Checks />
    <Diagnostics />
  </>
)

type Results = Readonly<Partial<Record<HealthCheck, HealthResult>>>

function useHealth() {
  const [results, setResults] = useState<Results>({})
  const [checking, setChecking] = useState<HealthCheck | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const busy = useRef(false)
  const check = useCallback(async (wanted: readonly HealthCheck[]) => {
    if (busy.current) return
    busy.current = true
    setFailure(null)
    for (const one of wanted) {
      setChecking(one)
      const reply = await call('checkHealth', { check: one })
      if (reply.ok) setResults((before) => ({ ...before, [one]: reply.value }))
      else setFailure(reply.error)
      if (!reply.ok) break
    }
    setChecking(null)
    busy.current = false
  }, [])
  useEffect(() => void check(HEALTH_CHECKS), [check])
  return { results, checking, failure, check }
}

const SHOWN: Readonly<
  Record<HealthState, { readonly icon: IconName; readonly tone: 'good' | 'warn' | 'bad' }>
> = {
  good: { icon: 'check', tone: 'good' },
  note: { icon: 'warning', tone: 'warn' },
  bad: { icon: 'cross', tone: 'bad' },
}

function Checks() {
  const { results, checking, failure, check } = useHealth()
  const isMember = useView((view) => view.shopLink.state !== 'off')
  return (
    <Section
      title={say('health.title')}
      words={say('health.words')}
      tools={
        <PressButton onPress={() => void check(HEALTH_CHECKS)} pending={checking !== null}>
          {say('health.allAgain')}
        </PressButton>
      }
      testId="health"
    >
      <FailureNote failure={failure} />
      <ItemList>
        {HEALTH_CHECKS.filter((one) => one !== 'database' || isMember).map((one) => (
          <Check
            key={one}
            check={one}
            result={checking === one ? null : (results[one] ?? null)}
            onAgain={checking === null ? () => void check([one]) : null}
          />
        ))}
      </ItemList>
    </Section>
  )
}

type CheckProps = {
  readonly check: HealthCheck
  /** Null while it is being checked, or before. */
  readonly result: HealthResult | null
  readonly onAgain: (() => void) | null
}

function Check({ check, result, onAgain }: CheckProps) {
  if (result === null)
    return (
      <Item
        icon="clock"
        title={say(`health.${check}`)}
        words={say('health.checking')}
        testId={`health-${check}`}
      />
    )
  const { finding, state, count, since, failure } = result
  const values = { count: count ?? 0, time: since === null ? '' : dayAndTime(since) }
  return (
    <Item
      {...SHOWN[state]}
      title={say(`health.${check}`)}
      words={
        <>
          <span>{say(`health.${finding}`, values)}</span>
          {failure === null ? null : <span>{failureText(say, failure)}</span>}
          {asksForWork(finding) ? <span>{say(`health.${finding}.do`)}</span> : null}
        </>
      }
      tools={
        <PressButton
          size="small"
          onPress={() => onAgain?.()}
          pending={onAgain === null}
          label={`${say(`health.${check}`)}: ${say('health.again')}`}
        >
          {say('health.again')}
        </PressButton>
      }
      testId={`health-${check}`}
      data-state={state}
    />
  )
}

function Diagnostics() {
  const saving = useCommand()
  const [path, setPath] = useState<string | null>(null)
  const save = async () => {
    setPath(null)
    const reply = await saving.run(() => call('saveDiagnostics'))
    if (reply?.ok) setPath(reply.value.path)
  }
  return (
    <Section title={say('diagnostics.title')} words={say('diagnostics.words')} testId="diagnostics">
      <PressButton onPress={() => void save()} pending={saving.pending}>
        {say('diagnostics.save')}
      </PressButton>
      <FailureNote failure={saving.failure} />
      <SavedFile testId="diagnostics-saved">{path && say('diagnostics.saved', { path })}</SavedFile>
    </Section>
  )
}
