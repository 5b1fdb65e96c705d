import { useCallback, useState } from 'react'
import type { GoodsFilter } from '../../../../shared/shop/goods.ts'
import {
  LABEL_KINDS,
  LABELS_A_SHEET,
  type Label,
  type LabelKind,
  MOST_LABELS,
} from '../../../../shared/shop/labels.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { Choice, Hint, Icon, optionsOf, PressButton, SelectEntry, TextEntry } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, useAsked, useText } from '../../page/index.ts'
import { DayEntry } from '../../parts/day-entry.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './form.module.css'
import { LABEL_SOURCES, type LabelSource, openLabels, unpick, useGoodsPage } from './goods-page.ts'
import { GoodsPanel } from './goods-panel.tsx'
import { PrintLabels } from './print-labels.tsx'

/** The list shows at most this many labels, because more would slow the panel down. */
const SHOWN = 100
const MOST_COPIES = 99

type LabelFieldsProps = {
  /** What the list of goods shows. */
  readonly filter: GoodsFilter
  readonly onClose: () => void
}

/** Chooses goods and prints their labels. While it is open, pressing or scanning a product picks it. */
export function LabelFields({ filter, onClose }: LabelFieldsProps) {
  const say = useText()
  const picked = useGoodsPage((page) => page.picked)
  const source = useGoodsPage((page) => page.labelsOf)
  const [since, setSince] = useState(() => shopDay(Date.now()))
  const [kind, setKind] = useState<LabelKind>('shelf')
  const [typedCopies, setCopies] = useState('1')
  const copies = copiesOf(typedCopies)
  const { value, failure } = useAsked(
    useCallback(() => listed({ source, picked, filter, since }), [source, picked, filter, since]),
  )
  const all = value?.labels ?? []
  const labels = kind === 'barcode' ? all.filter(({ barcode }) => barcode) : all
  const codes = labels.flatMap(({ code }) => Array.from({ length: copies ?? 0 }, () => code))
  const tooMany = (value?.total ?? 0) > MOST_LABELS || codes.length > MOST_LABELS
  return (
    <GoodsPanel title={say('word.labels')} onClose={onClose} testId="labels">
      <form className={styles.fields} onSubmit={(event) => event.preventDefault()}>
        <SelectEntry
          label={say('labels.of')}
          value={source}
          options={optionsOf(LABEL_SOURCES, (one) => say(`labels.of.${one}`))}
          onChange={(chosen) => openLabels(LABEL_SOURCES.find((one) => one === chosen))}
          testId="labels-of"
        />
        {source === 'picked' ? <Hint>{say('labels.of.picked.words')}</Hint> : null}
        {source === 'repriced' ? (
          <div className={styles.choice}>
            <span className={styles.label}>{say('labels.since')}</span>
            <DayEntry label={say('labels.since')} value={since} onChange={setSince} testId="labels-since" />
          </div>
        ) : null}
        <Choice<LabelKind>
          label={say('labels.kind')}
          value={kind}
          onChange={setKind}
          options={optionsOf(LABEL_KINDS, (one) => say(`labels.kind.${one}`), 'labels-kind')}
        />
        <TextEntry
          label={say('labels.copies')}
          value={typedCopies}
          onChange={setCopies}
          inputMode="numeric"
          error={copies === null ? say('labels.copies.wrong', { most: MOST_COPIES }) : null}
          testId="labels-copies"
        />
        <FailureNote failure={failure} />
        <p className={styles.example} role="status" data-testid="labels-count">
          {tooMany
            ? say('labels.tooMany', { most: MOST_LABELS })
            : say('labels.count', { count: codes.length, sheets: Math.ceil(codes.length / LABELS_A_SHEET) })}
        </p>
        {all.length > labels.length ? (
          <Hint>{say('labels.barless', { count: all.length - labels.length })}</Hint>
        ) : null}
        <ul className={styles.labels}>
          {labels.slice(0, SHOWN).map((label) => (
            <LabelLine key={label.code} label={label} removable={source === 'picked'} />
          ))}
        </ul>
        {labels.length > SHOWN ? <Hint>{say('labels.more', { count: labels.length - SHOWN })}</Hint> : null}
      </form>
      <PrintLabels kind={kind} codes={tooMany ? [] : codes} />
    </GoodsPanel>
  )
}

function LabelLine({ label, removable }: { readonly label: Label; readonly removable: boolean }) {
  const say = useText()
  return (
    <li className={styles.labelLine} data-testid="labels-line">
      <span>{label.name}</span>
      <b>{withSign(label.price)}</b>
      {removable ? (
        <PressButton
          size="small"
          tone="subtle"
          label={say('labels.remove', { name: label.name })}
          onPress={() => unpick(label.code)}
        >
          <Icon name="cross" size={16} />
        </PressButton>
      ) : null}
    </li>
  )
}

/** Null if the typed text is not a valid number of copies. */
function copiesOf(typed: string): number | null {
  const copies = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0
  return copies >= 1 && copies <= MOST_COPIES ? copies : null
}

type Asked = {
  readonly source: LabelSource
  readonly picked: readonly string[]
  readonly filter: GoodsFilter
  readonly since: string
}

const NOTHING = Promise.resolve({ ok: true as const, value: { labels: [], total: 0 } })

function listed({ source, picked, filter, since }: Asked) {
  switch (source) {
    case 'picked':
      return picked.length === 0 ? NOTHING : call('listLabels', { of: 'codes', codes: picked })
    case 'listed':
      return call('listLabels', { of: 'listed', ...filter })
    case 'repriced':
      return since === '' ? NOTHING : call('listLabels', { of: 'repriced', since })
  }
}
