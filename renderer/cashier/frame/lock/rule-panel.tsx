import { type ReactNode, useEffect } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import { severalFromText } from '../../../../shared/page/several-goods.ts'
import { ButtonPair, PressButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import type { AskedRule } from '../../page/approval-asked.ts'
import { announce } from '../../page/store.ts'
import { type Say, useText } from '../../page/text.ts'
import styles from '../../parts/people/people.module.css'
import { ScansKeptOut } from '../../parts/people/pin-entry.tsx'
import { AskedPanel } from './asked-panel.tsx'

/**
 * Asks the cashier about the customer's age, whether goods are sold that are banned now, or which of several products a code
 * means. "No" has the keyboard.
 */
export function RulePanel({ asked }: { readonly asked: AskedRule }) {
  const say = useText()
  const { title, words, no, choices } = questionOf(say, asked.rule)
  const Buttons = choices.length > 1 ? Stack : ButtonPair
  useEffect(() => announce(title), [title])
  return (
    <AskedPanel asked={asked} icon="warning" title={title} testId="rule">
      <p className={styles.what}>{words}</p>
      <ScansKeptOut words={say('rule.scan')} />
      <Buttons>
        <PressButton size="large" hotkey="Esc" onPress={() => asked.answer(false)} autoFocus testId="rule-no">
          {no}
        </PressButton>
        {choices.map(({ answer, label }) => (
          <PressButton
            key={label}
            size="large"
            tone="main"
            onPress={() => asked.answer(answer)}
            testId="rule-yes"
          >
            {label}
          </PressButton>
        ))}
      </Buttons>
    </AskedPanel>
  )
}

const Stack = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.stack}>{children}</div>
)

type Question = {
  readonly title: string
  readonly words: string
  readonly no: string
  readonly choices: readonly { readonly answer: true | string; readonly label: string }[]
}

function questionOf(say: Say, { name, detail }: Failure): Question {
  if (name === 'CODE_OF_SEVERAL')
    return {
      title: say('rule.several.title'),
      words: say('rule.several.words'),
      no: say('rule.several.no'),
      choices: severalFromText(detail ?? '').map(({ code, name: product, price }) => ({
        answer: code,
        label: `${product} · ${code} · ${withSign(price)}`,
      })),
    }
  const age = detail ?? ''
  return name === 'AGE_UNCONFIRMED'
    ? {
        title: say('rule.age.title', { age }),
        words: say('rule.age.words'),
        no: say('rule.age.no'),
        choices: [{ answer: true, label: say('rule.age.yes', { age }) }],
      }
    : {
        title: say('rule.ban.title'),
        words: say('rule.ban.words', { category: detail ?? '' }),
        no: say('rule.ban.no'),
        choices: [{ answer: true, label: say('rule.ban.yes') }],
      }
}
