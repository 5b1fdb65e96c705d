import { Component, type ReactNode } from 'react'
import type { DisplayView } from '../../shared/ipc/display.ts'
import { Panes } from './panes.tsx'

type Props = { readonly view: DisplayView; readonly children: ReactNode }
type State = { readonly view: DisplayView | null; readonly broken: boolean }

/**
 * A scene that cannot be drawn shows the shop's name alone, and what is told next is drawn anew: nobody stands there to
 * load the page again. React catches a drawing's error in a class alone.
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
