import { useEffect } from 'react'
import { ButtonPair, PressButton } from '../../kit/index.ts'
import type { AskedRule } from '../approval-asked.ts'
import { announce } from '../store.ts'
import { useText } from '../text.ts'
import { AskedPanel } from './asked-panel.tsx'
import styles from './people.module.css'
import { ScansKeptOut } from './pin-entry.tsx'

/** Asks the cashier about the customer's age, or whether goods are sold that are banned now. "No" has the keyboard. */
export function RulePanel({ asked }: { readonly asked: AskedRule }) {
  const say = useText()
  const { detail, name } = asked.rule
  const isAge = name === 'AGE_UNCONFIRMED'
  const title = isAge ? say('rule.age.title', { age: detail ?? '' }) : say('rule.ban.title')
  useEffect(() => announce(title), [title])
  return (
    <AskedPanel asked={asked} icon="warning" title={title} testId="rule">
      <p className={styles.what}>
        {isAge ? say('rule.age.words') : say('rule.ban.words', { category: detail ?? '' })}
      </p>
      <ScansKeptOut words={say('rule.scan')} />
      <ButtonPair>
        <PressButton size="large" hotkey="Esc" onPress={() => asked.answer(false)} autoFocus testId="rule-no">
          {say(isAge ? 'rule.age.no' : 'rule.ban.no')}
        </PressButton>
        <PressButton size="large" tone="main" onPress={() => asked.answer(true)} testId="rule-yes">
          {isAge ? say('rule.age.yes', { age: detail ?? '' }) : say('rule.ban.yes')}
        </PressButton>
      </ButtonPair>
    </AskedPanel>
  )
}
