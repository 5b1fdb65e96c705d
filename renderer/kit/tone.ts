import styles from './tone.module.css'

/** The meaning of a message or a state, shown by colour. */
export type Tone = 'plain' | 'chosen' | 'good' | 'warn' | 'bad'

/** The class with the background and the text colour of a tone. */
export const toneClass = (tone: Tone): string | undefined => styles[tone]
