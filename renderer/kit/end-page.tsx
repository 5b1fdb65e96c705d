import type { ReactNode } from 'react'
import styles from './end-page.module.css'
import { type IconName, RoundIcon } from './icon.tsx'
import { Title } from './title.tsx'

type EndPageProps = {
  readonly icon: IconName
  readonly tone: 'plain' | 'chosen' | 'bad'
  readonly title: string
  readonly testId: string
  readonly children: ReactNode
  readonly [data: `data-${string}`]: string
}

/** A full screen for one message and the buttons that leave it. */
export const EndPage = ({ icon, tone, title, testId, children, ...data }: EndPageProps) => (
  <main className={styles.end} data-testid={testId} {...data}>
    <RoundIcon name={icon} size={44} around={96} tone={tone} />
    <Title>{title}</Title>
    {children}
  </main>
)
