import { useCallback } from 'react'
import type { UpdateStage } from '../../../../shared/page/update.ts'
import { Note, PressButton, Section, TwoStepButton } from '../../../kit/index.ts'
import { call } from '../../page/call.ts'
import { useView } from '../../page/store.ts'
import { useText } from '../../page/text.ts'
import { useAsked } from '../../page/use-asked.ts'
import { useCommand } from '../../page/use-command.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { yearAndTime } from '../../parts/moment.ts'
import own from './data/data.module.css'
import { OwnForm } from './own-form.tsx'

/** Updates of the program: the version, what is known of the next one, and where and when updates come from. */
export function Updates() {
  const say = useText()
  return (
    <Section title={say('updates.title')} words={say('updates.words')} testId="updates">
      <UpdateState />
      <UpdatePlan />
    </Section>
  )
}

const LOOK_AGAIN_MS = 1_000

function UpdateState() {
  const say = useText()
  const { address, when, hour } = useView((view) => view.settings.updates)
  const { value: status, again } = useAsked(
    useCallback(() => call('getUpdates'), []),
    LOOK_AGAIN_MS,
  )
  const looking = useCommand()
  const installing = useCommand()
  if (status === null) return null
  const { version, able, checking, checkedAt, stage, failed, hindered, installed } = status
  const look = async () => {
    await looking.run(() => call('checkForUpdates'))
    again()
  }
  const install = async () => {
    await installing.run(() => call('installUpdate'))
    again()
  }
  const isReady = stage.name === 'ready'
  return (
    <div className={own.stack}>
      <Note tone="plain" testId="update-version">
        <span>{say('updates.version', { version })}</span>
        {installed === null ? null : (
          <span>{say('updates.installed', { at: yearAndTime(installed.at) })}</span>
        )}
        <span>
          {checkedAt === null ? say('updates.never') : say('updates.checked', { at: yearAndTime(checkedAt) })}
        </span>
      </Note>
      {able ? null : <Note tone="warn">{say('updates.unable')}</Note>}
      {stage.name === 'newest' ? null : (
        <Note tone={isReady ? 'good' : 'plain'} testId="update-stage">
          <span>{say(`updates.stage.${stage.name}`, figuresOf(stage))}</span>
          {isReady && stage.command === null ? (
            <span>
              {say(when === 'at-hour' ? 'updates.atHour' : 'updates.byHand', { hour: clockOf(hour) })}
            </span>
          ) : null}
          {isReady && stage.command !== null ? <code>{stage.command}</code> : null}
        </Note>
      )}
      <FailureNote failure={failed?.failure ?? null} tone="warn" />
      <FailureNote failure={installing.failure ?? hindered} tone="plain" />
      {able && address !== '' ? (
        <PressButton onPress={() => void look()} pending={looking.pending || checking}>
          {say('word.checkNow')}
        </PressButton>
      ) : null}
      {isReady && stage.command === null ? (
        <TwoStepButton
          sure={say('updates.install.sure')}
          about={stage.version}
          onSure={() => void install()}
          pending={installing.pending}
        >
          {say('updates.install')}
        </TwoStepButton>
      ) : null}
    </div>
  )
}

const figuresOf = (stage: UpdateStage) => ({
  version: stage.name === 'newest' ? '' : stage.version,
  percent: stage.name === 'loading' ? Math.floor((stage.bytes / stage.of) * 100) : 100,
  size: stage.name === 'loading' ? Math.ceil(stage.of / 1e6) : 0,
})

const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

function UpdatePlan() {
  const say = useText()
  return <OwnForm of="updates" save={say('updates.save')} main />
}
