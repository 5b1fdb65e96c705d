import { type ComponentType, useLayoutEffect, useRef } from 'react'
import { GUIDE_STEPS, type GuideStep } from '../../../../shared/shop/guide.ts'
import { Icon } from '../../../kit/index.ts'
import { say } from '../../page/text.ts'
import styles from './first-run.module.css'
import { isSettled } from './guide-draft.ts'
import { Ready } from './ready.tsx'
import {
  CopiesStep,
  GoodsStep,
  MerchantStep,
  PrinterStep,
  SalesStep,
  ShopStep,
  StaffStep,
} from './setup-steps.tsx'
import { type GuideHand, useGuide, useSettled } from './use-guide.ts'
import { Welcome } from './welcome.tsx'

/** The first-run guide. A person can leave and continue it at any step; typed values are kept. */
export function FirstRun() {
  const guide = useGuide()
  const heading = useRef<HTMLHeadingElement>(null)
  const { step } = guide
  // Each step acts as a new page: focus and screen reader start at its heading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the step changes.
  useLayoutEffect(() => {
    heading.current?.focus()
  }, [step])
  const Step = STEPS[step]
  return (
    <main className={styles.guide} data-testid="first-run" data-step={step}>
      <Trail at={step} />
      <section className={styles.step} aria-labelledby="guide-step">
        <h1 id="guide-step" ref={heading} tabIndex={-1}>
          {say(`guide.${step}`)}
        </h1>
        <p className={styles.words}>{say(`guide.${step}.words`)}</p>
        <Step key={step} guide={guide} />
      </section>
    </main>
  )
}

function Trail({ at }: { readonly at: GuideStep }) {
  const guide = useGuide()
  const view = useSettled()
  return (
    <nav className={styles.trail} aria-label={say('guide.title')}>
      <ol>
        {GUIDE_STEPS.map((step, place) => {
          const settled = isSettled(step, view)
          return (
            <li key={step}>
              <button
                type="button"
                className={styles.place}
                aria-current={step === at ? 'step' : undefined}
                onClick={() => guide.keep({ step })}
                data-testid={`guide-step-${step}`}
              >
                <span className={styles.mark} data-settled={settled}>
                  {settled ? <Icon name="check" size={16} /> : place + 1}
                </span>
                <span>
                  {say(`guide.${step}.brief`)}
                  {settled ? <small>{say('guide.settled')}</small> : null}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const STEPS: Readonly<Record<GuideStep, ComponentType<{ readonly guide: GuideHand }>>> = {
  welcome: Welcome,
  merchant: MerchantStep,
  shop: ShopStep,
  sales: SalesStep,
  goods: GoodsStep,
  printer: PrinterStep,
  staff: StaffStep,
  copies: CopiesStep,
  ready: Ready,
}
