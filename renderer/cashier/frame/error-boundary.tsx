import { Component, type ReactNode } from 'react'
import { PressButton } from '../../kit/index.ts'
import { useText } from '../text.ts'
import styles from './frame.module.css'

type Props = { readonly children: ReactNode }

/** React catches a drawing's error in a class alone. Sales go on in the main process whatever happens here. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

function Broken() {
  const say = useText()
  return (
    <main className={styles.whole} role="alert">
      <h1>{say('app.broken.title')}</h1>
      <p>{say('app.broken.todo')}</p>
      <PressButton tone="main" size="large" onPress={() => window.location.reload()} testId="reload">
        {say('app.reload')}
      </PressButton>
    </main>
  )
}
