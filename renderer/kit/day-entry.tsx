import { type CalendarDate, parseDate } from '@internationalized/date'
import {
  type ComponentProps,
  type KeyboardEvent,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
} from 'react-aria-components'
import styles from './day-entry.module.css'
import { PUT_BACK } from './day-field.ts'
import { digitOf } from './digit-keys.ts'
import { Icon } from './icon.tsx'
import { PassingPopover } from './passing-popover.tsx'
import { useSteady } from './use-steady.ts'

/** The texts of a day field. They come from us, because Chromium and React Aria have no Mongolian. */
export type DayWords = Readonly<
  Record<'year' | 'month' | 'day' | 'calendar' | 'monthBefore' | 'monthAfter', string>
> & {
  /** From Monday on. */
  readonly weekdays: readonly string[]
  /** The shop's day, yyyy-MM-dd, whatever zone the machine has. */
  readonly today: string
}

export type DayEntryProps = {
  readonly label: string
  /** yyyy-MM-dd, or empty. */
  readonly value: string
  /** Called with a whole day, or with '' when the field is emptied. */
  readonly onChange: (day: string) => void
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly testId?: string
}

/** A field for a day, written yyyy-MM-dd in every language. Digits are read by key position. Has a calendar. */
export function DayEntry(props: DayEntryProps & { readonly words: DayWords }) {
  const { label, value, onChange, min, max, testId, words } = props
  const given = useMemo(() => dayOf(value), [value])
  const earliest = useMemo(() => dayOf(min), [min])
  const latest = useMemo(() => dayOf(max), [max])
  const today = useMemo(() => parseDate(words.today), [words.today])
  const [typed, setTyped] = useState({ value, day: given })
  const day = typed.value === value ? typed.day : given
  const choose = (chosen: CalendarDate | null) => {
    const text = chosen?.toString() ?? ''
    setTyped({ value: text, day: chosen })
    if (text !== value) onChange(text)
  }
  const finish = () => {
    if (day === null || day.year >= FIRST_YEAR) choose(day)
    else setTyped({ value, day: given })
  }
  const group = useRef<HTMLDivElement>(null)
  /** The last two keys, and the part that got the last one. */
  const keys = useRef<readonly string[]>([])
  const part = useRef<string | null>(null)
  const [left, setLeft] = useState(0)
  const leave = () => {
    finish()
    // React Aria keeps the parts of an incomplete day, while the day that counts may still be the one before.
    if (group.current?.querySelector('[data-placeholder]')) setLeft(left + 1)
  }
  const putBack = useSteady((event: Event) => {
    const { detail } = event as CustomEvent<string>
    choose(dayOf(detail))
  })
  useEffect(() => {
    const { current } = group
    current?.addEventListener(PUT_BACK, putBack)
    return () => current?.removeEventListener(PUT_BACK, putBack)
  }, [putBack])
  return (
    <I18nProvider locale="en-CA">
      <DatePicker
        key={left}
        className={styles.picker ?? ''}
        value={day}
        placeholderValue={today}
        onChange={(chosen) =>
          isBeingTyped(chosen, keys.current) ? setTyped({ value, day: chosen }) : choose(chosen)
        }
        {...(earliest === null ? {} : { minValue: earliest })}
        {...(latest === null ? {} : { maxValue: latest })}
        firstDayOfWeek="mon"
        shouldForceLeadingZeros
        validationBehavior="aria"
        aria-label={label}
        data-testid={testId}
      >
        <Group
          ref={group}
          data-day={value}
          className={styles.group ?? ''}
          onKeyDownCapture={(event) => {
            keys.current = [keys.current.at(-1) ?? '', digitOf(event) ?? event.key]
            part.current = partInFocus()
            if (event.key === 'Enter') finish()
            else typeDigitInto(event)
          }}
          // React Aria reports no change if the typed day is the same number as before, for example 01 for the first of another month.
          onKeyUp={(event) => {
            if (part.current === 'day' && digitOf(event) !== null && !isBeingTyped(day, keys.current))
              finish()
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) leave()
          }}
        >
          <DateInput className={styles.parts ?? ''}>
            {(segment) => (
              <DateSegment
                className={styles.part ?? ''}
                segment={segment}
                render={(attributes) => (
                  <span {...attributes} {...named(`${words[partOf(segment.type)]}, ${label}`)} />
                )}
              />
            )}
          </DateInput>
          <Button className={styles.open ?? ''} aria-label={words.calendar}>
            <Icon name="calendar" size={18} />
          </Button>
        </Group>
        <PassingPopover>
          <Dialog className={styles.calendar ?? ''} aria-label={words.calendar}>
            <Calendar
              className={styles.days ?? ''}
              render={(attributes) => <div {...attributes} {...named(words.calendar)} />}
            >
              <header className={styles.head}>
                <Button slot="previous" className={styles.step ?? ''} aria-label={words.monthBefore}>
                  <Icon name="back" size={18} />
                </Button>
                <Month />
                <Button slot="next" className={styles.step ?? ''} aria-label={words.monthAfter}>
                  <span className={styles.turned}>
                    <Icon name="back" size={18} />
                  </span>
                </Button>
              </header>
              <CalendarGrid
                className={styles.grid ?? ''}
                weekdayStyle="short"
                render={(attributes) => <Grid {...attributes} />}
              >
                <CalendarGridHeader>
                  {(name) => (
                    <CalendarHeaderCell>{words.weekdays[WEEKDAYS.indexOf(name)]}</CalendarHeaderCell>
                  )}
                </CalendarGridHeader>
                <CalendarGridBody>
                  {(date) => (
                    <CalendarCell
                      className={styles.cell ?? ''}
                      date={date}
                      render={(attributes) => (
                        <div
                          {...attributes}
                          {...named(date.toString())}
                          aria-current={date.toString() === words.today ? 'date' : undefined}
                        />
                      )}
                    />
                  )}
                </CalendarGridBody>
              </CalendarGrid>
            </Calendar>
          </Dialog>
        </PassingPopover>
      </DatePicker>
    </I18nProvider>
  )
}

/** The shown month as yyyy-MM. */
const useMonth = () => useContext(CalendarStateContext)?.visibleRange.start.toString().slice(0, 7) ?? ''

const Month = () => <b className={styles.month}>{useMonth()}</b>

const Grid = (attributes: ComponentProps<'table'>) => <table {...attributes} {...named(useMonth())} />

const named = (words: string) => ({ 'aria-label': words, 'aria-labelledby': undefined })

const partOf = (type: string): 'year' | 'month' | 'day' =>
  type === 'year' || type === 'month' ? type : 'day'

/** The English names by which the calendar passes weekdays. */
const WEEKDAYS: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** A smaller year is the beginning of a year that is being typed. */
const FIRST_YEAR = 1000

const partInFocus = () => document.activeElement?.getAttribute('data-type') ?? null

/**
 * While the year or the month is edited, or another digit of the day may follow, the day is not chosen yet: only Enter or
 * leaving the field chooses it.
 */
function isBeingTyped(chosen: CalendarDate | null, [before, last = '']: readonly string[]): boolean {
  const part = partInFocus()
  if (part !== 'day') return part === 'year' || part === 'month'
  if (chosen === null) return false
  const isErased = last === 'Backspace' || last === 'Delete'
  const isBegun =
    /^\d$/.test(last) && before !== '0' && chosen.day * 10 <= chosen.calendar.getDaysInMonth(chosen)
  return isErased || isBegun
}

const dayOf = (value: string | undefined): CalendarDate | null =>
  value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) ? parseDate(value) : null

/** React Aria reads digits from `beforeinput` events, so it gets one with the digit of the key's position. */
function typeDigitInto(event: KeyboardEvent): void {
  const digit = digitOf(event)
  if (digit === null || digit === event.key || event.ctrlKey || event.altKey || event.metaKey) return
  event.preventDefault()
  event.stopPropagation()
  event.target.dispatchEvent(
    new InputEvent('beforeinput', { bubbles: true, cancelable: true, inputType: 'insertText', data: digit }),
  )
}
