import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { useText } from '../text.ts'
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

/** A list of all sections beside them. It marks the visible one and moves to the pressed one. */
export function SectionIndex({ sections }: { readonly sections: readonly Section[] }) {
  const say = useText()
  const [current, choose] = useInSight(sections)
  const go = (section: Section) => {
    choose(section)
    const place = document.getElementById(placeOf(section))
    // The room's heading is above the first section.
    if (section === sections[0]) place?.closest('main')?.scrollTo({ top: 0 })
    else place?.scrollIntoView({ block: 'start' })
    place?.focus({ preventScroll: true })
  }
  return (
    <nav className={styles.index} aria-label={say('settings.index')} data-testid="settings-index">
      {sections.map((section) => (
        <Button
          key={section}
          className={styles.entry ?? ''}
          onPress={() => go(section)}
          data-current={section === current}
          {...(section === current ? { 'aria-current': 'location' as const } : {})}
        >
          {say(`settings.section.${section}`)}
        </Button>
      ))}
    </nav>
  )
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
