import { classNames } from './class-names.ts'
import styles from './icon.module.css'
import { type Tone, toneClass } from './tone.ts'

/** Paths on a grid of 24 px. They are in the code because the page must not load images from the network. */
const PATHS = {
  cart: 'M3 5h2l2.2 10.2a2 2 0 0 0 2 1.6h7.6a2 2 0 0 0 2-1.5L20.5 8H6M10 20h.01M17 20h.01',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  warning: 'M12 3l9.5 17h-19zM12 10v4M12 17.2v.1',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20.5 20.5 16 16',
  check: 'M4 12.5 9.5 18 20 7',
  cross: 'M6 6l12 12M18 6 6 18',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  half: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18',
  link: 'M5 12.5a10 10 0 0 1 14 0M8.5 16a5 5 0 0 1 7 0M12 19.5h.01',
  unlink: 'M3 3l18 18M8.5 16a5 5 0 0 1 7 0M12 19.5h.01M5 12.5a10 10 0 0 1 4-2.4M19 12.5a10 10 0 0 0-6.5-3',
  question: 'M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8M12 17.2v.1',
  back: 'M10 6l-6 6 6 6M4 12h16',
  printer: 'M7 9V3h10v6M7 17H4v-8h16v8h-3M7 14h10v7H7z',
  tag: 'M3 12V4a1 1 0 0 1 1-1h8l9 9-9 9zM8 8h.01',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z',
  file: 'M14 3H6v18h12V7zM14 3v4h4M9 13h6M9 17h6',
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  chart: 'M4 4v16h16M8.5 16v-5M13 16V7.5M17.5 16v-3',
  drawer: 'M5 4h14v7H5zM2.5 11h19v9h-19zM10 15.5h4M8.5 7.5h3',
  person: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  backspace: 'M9 5h11v14H9l-6-7zM12 9.5l5 5M17 9.5l-5 5',
  scales: 'M12 3v17M7 20h10M5 6.5l7-1.5 7 1.5M5 6.5 2 13.5a3.2 3.2 0 0 0 6 0zM19 6.5l-3 7a3.2 3.2 0 0 0 6 0z',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13',
} as const

export type IconName = keyof typeof PATHS

/** An icon beside words. It is hidden from a screen reader, so it never replaces the words. */
export const Icon = ({ name, size = 22 }: { readonly name: IconName; readonly size?: number }) => (
  <svg className={styles.icon} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)

type RoundIconProps = {
  readonly name: IconName
  /** Size of the icon in px. */
  readonly size: number
  /** Diameter of the disc, in px. */
  readonly around: number
  readonly tone?: Tone
}

export const RoundIcon = ({ name, size, around, tone = 'plain' }: RoundIconProps) => (
  <span className={classNames(styles.disc, toneClass(tone))} style={{ width: around, height: around }}>
    <Icon name={name} size={size} />
  </span>
)
