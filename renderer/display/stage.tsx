import { Component, type ReactNode } from 'react'
import type { DisplayView } from '../../shared/page/display.ts'
import { say, useText } from '../texts/index.ts'
import { Goods } from './goods.tsx'
import { Idle } from './idle.tsx'
import { Making, Paid, Words } from './messages.tsx'
import { Panes } from './panes.tsx'
import { QrDue } from './qr-due.tsx'
import styles from './stage.module.css'
import { useShown } from './store.ts'

/** The whole screen: a band in test mode, and the scene below it. */
export function Stage() {
  useText()
  const view = useShown()
  if (view === null) return null
  return (
    <div className={styles.stage} data-testid="display" data-scene={view.scene.name}>
      {view.testMode ? <TestModeBand /> : null}
      <div className={styles.scene}>
        <Recovering view={view}>
          <Scene view={view} />
        </Recovering>
      </div>
    </div>
  )
}

const TestModeBand = () => (
  <p className={styles.testMode} data-testid="display-practice">
    <strong>{say('display.practice')}</strong>
    <span>{say('display.practice.words')}</span>
  </p>
)

/** Each scene fills the same two panes: its subject and the amount. */
function Scene({ view }: { readonly view: DisplayView }) {
  const { scene, shop, logo } = view
  switch (scene.name) {
    case 'idle':
      return <Idle shop={shop} logo={logo} />
    case 'goods':
      return <Goods shop={shop} lines={scene.lines} sums={scene.sums} />
    case 'making':
      return <Making shop={shop} delayed={scene.delayed} sums={scene.sums} />
    case 'qr':
      return (
        <QrDue shop={shop} text={scene.qrText} banks={scene.banks} place={scene.place} sums={scene.sums} />
      )
    case 'paid':
      return <Paid shop={shop} {...scene} />
    case 'cancelling':
    case 'cancelled':
    case 'ended':
    case 'late':
      return <Words shop={shop} scene={scene} />
    default:
      return scene satisfies never
  }
}

type Props = { readonly view: DisplayView; readonly children: ReactNode }
type State = { readonly view: DisplayView | null; readonly broken: boolean }

/**
 * If a scene cannot be rendered, shows only the shop's name and tries again with the next view, because nobody can
 * reload this page. A class, because React offers error boundaries only as classes.
 */
class Recovering extends Component<Props, State> {
  override state: State = { view: null, broken: false }

  static getDerivedStateFromProps({ view }: Props, state: State): State | null {
    return view === state.view ? null : { view, broken: false }
  }

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return <Panes shop={this.props.view.shop} main={null} />
  }
}
