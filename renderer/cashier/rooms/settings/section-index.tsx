import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { Aloud, Hint, ListSearch } from '../../../kit/index.ts'
import { useTyped } from '../../page/draft.ts'
import { say } from '../../page/index.ts'
import { type FoundSetting, findSettings, showSetting } from './find-settings.ts'
import styles from './section-index.module.css'

const SECTIONS = [
  'shop',
  'payment',
  'invoicing',
  'printers',
  'receipt',
  'work',
  'merchant',
  'looks',
  'pin',
  'copies',
  'file',
  'accounts',
  'retention',
  'database',
  'updates',
  'guide',
] as const
export type Section = (typeof SECTIONS)[number]

const placeOf = (section: Section): string => `settings-${section}`

/** The target of a link in the index; it takes the focus. */
export const Place = ({ id, children }: { readonly id: Section; readonly children: ReactNode }) => (
  <div id={placeOf(id)} className={styles.place} data-section={id} tabIndex={-1}>
    {children}
  </div>
)

type SectionIndexProps = { readonly sections: readonly Section[] }

/** A search field above the list of all sections. While something is searched, the results replace the list. */
export function SectionIndex({ sections }: SectionIndexProps) {
  const [query, setQuery] = useState('')
  const found = useFound(query)
  const list = useRef<HTMLElement>(null)
  const [first] = found
  return (
    <div className={styles.index}>
      <ListSearch
        label={say('settings.search')}
        value={query}
        onChange={setQuery}
        answered
        onWalk={() => list.current?.querySelector('button')?.focus()}
        onTake={() => first && showSetting(first)}
        maxLength={60}
      />
      {query.trim() === '' ? (
        <Sections sections={sections} />
      ) : (
        <nav
          ref={list}
          className={styles.entries}
          aria-label={say('settings.found')}
          data-testid="settings-found"
        >
          <span role="status">
            <Hint>{say('settings.found.count', { count: found.length })}</Hint>
          </span>
          {found.map((one) => (
            <Found key={`${one.section} ${one.card} ${one.label}`} one={one} />
          ))}
        </nav>
      )}
    </div>
  )
}

/** Searched after each drawing of the page, because a change of language changes the labels. */
function useFound(query: string): readonly FoundSetting[] {
  const [found, setFound] = useState<readonly FoundSetting[]>([])
  useLayoutEffect(() => {
    const now = findSettings(query)
    setFound((had) => (isSame(had, now) ? had : now))
  })
  return found
}

const isSame = (some: readonly FoundSetting[], others: readonly FoundSetting[]): boolean =>
  some.length === others.length &&
  some.every(({ label, card, element }, at) => {
    const other = others[at]
    return label === other?.label && card === other.card && element === other.element
  })

const Found = ({ one }: { readonly one: FoundSetting }) => (
  <Button className={styles.entry ?? ''} onPress={() => showSetting(one)}>
    {one.label}
    <small className={styles.where}>
      {one.card === '' ? say(`settings.section.${one.section as Section}`) : one.card}
    </small>
  </Button>
)

/** The list of all sections. It marks the visible section and those with unsaved changes. A press scrolls to a section. */
function Sections({ sections }: SectionIndexProps) {
  const [current, choose] = useInSight(sections)
  const unsaved = useUnsaved()
  const go = (section: Section) => {
    choose(section)
    const place = document.getElementById(placeOf(section))
    // The room's heading is above the first section.
    if (section === sections[0]) place?.closest('main')?.scrollTo({ top: 0 })
    else place?.scrollIntoView({ block: 'start' })
    place?.focus({ preventScroll: true })
  }
  return (
    <nav className={styles.entries} aria-label={say('settings.index')} data-testid="settings-index">
      {sections.map((section) => (
        <Button
          key={section}
          className={styles.entry ?? ''}
          onPress={() => go(section)}
          data-current={section === current}
          data-unsaved={unsaved.has(section)}
          {...(section === current ? { 'aria-current': 'location' as const } : {})}
        >
          {say(`settings.section.${section}`)}
          {unsaved.has(section) ? <Aloud>{say('settings.changed')}</Aloud> : null}
        </Button>
      ))}
    </nav>
  )
}

/** The sections with unsaved changes, read from the marks in the form. */
function useUnsaved(): ReadonlySet<string> {
  const draft = useTyped('settings')
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks follow the draft.
  useLayoutEffect(() => {
    const marked = document.querySelectorAll('[data-section] [data-unsaved="true"]')
    setUnsaved(
      new Set([...marked].map((one) => one.closest<HTMLElement>('[data-section]')?.dataset.section ?? '')),
    )
  }, [draft])
  return unsaved
}

/**
 * The first section in the upper part of the window. A chosen section stays current until somebody scrolls, because the
 * last sections cannot scroll up that far.
 */
function useInSight(sections: readonly Section[]) {
  const [current, setCurrent] = useState<Section | null>(sections[0] ?? null)
  const chosen = useRef(false)
  const wanted = sections.join(' ')
  useEffect(() => {
    const free = () => {
      chosen.current = false
    }
    const SCROLLED = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
    for (const event of SCROLLED) window.addEventListener(event, free, { passive: true, capture: true })
    return () => {
      for (const event of SCROLLED) window.removeEventListener(event, free, { capture: true })
    }
  }, [])
  useEffect(() => {
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        const first = SECTIONS.find((section) => seen.has(placeOf(section)))
        if (first !== undefined && !chosen.current) setCurrent(first)
      },
      { rootMargin: '-12% 0px -70% 0px' },
    )
    for (const section of wanted.split(' ')) {
      const place = document.getElementById(`settings-${section}`)
      if (place) observer.observe(place)
    }
    return () => observer.disconnect()
  }, [wanted])
  const choose = (section: Section) => {
    chosen.current = true
    setCurrent(section)
  }
  return [current, choose] as const
}
