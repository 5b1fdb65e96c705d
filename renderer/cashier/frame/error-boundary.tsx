import { Component, type ReactNode } from 'react'
import { PressButton } from '../../kit/index.ts'
import { say } from '../page/index.ts'
import styles from './frame.module.css'

type Props = { readonly children: ReactNode }

/** A class, because React offers error boundaries only as classes. An error here does not stop the main process. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

const Broken = () => (
  <main className={styles.whole} role="alert">
    <h1>{say('app.broken.title')}</h1>
    <p>{say('app.broken.todo')}</p>
    <PressButton tone="main" size="large" onPress={() => window.location.reload()} testId="reload">
      {say('app.reload')}
    </PressButton>
  </main>
)
