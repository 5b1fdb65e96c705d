import { Component, type ReactNode } from 'react'
import type { DisplayView } from '../../shared/page/display.ts'
import { Panes } from './panes.tsx'

type Props = { readonly view: DisplayView; readonly children: ReactNode }
type State = { readonly view: DisplayView | null; readonly broken: boolean }

/**
 * If a scene cannot be rendered, shows only the shop's name and tries again with the next view, because nobody can
 * reload this page. A class, because React offers error boundaries only as classes.
 */
export class Recovering extends Component<Props, State> {
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
