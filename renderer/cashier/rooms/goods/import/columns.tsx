import { type FormEvent, useState } from 'react'
import { GOODS_FIELDS, type GoodsField } from '../../../../../shared/shop/goods.ts'
import type { ColumnDefaults, ColumnMatch, TableKind } from '../../../../../shared/shop/goods-import.ts'
import { Note, PressButton, SelectEntry, SwitchEntry, TextEntry, Toolbar } from '../../../../kit/index.ts'
import { call, say, useCommand } from '../../../page/index.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import styles from './import.module.css'
import type { StateAt } from './import-progress.tsx'

type ColumnsProps = { readonly state: StateAt<'columns'>; readonly onStop: () => void }

/** The name is not needed: a list without names changes the prices of existing goods. */
const NEEDED: ReadonlySet<GoodsField> = new Set<GoodsField>(['code', 'price'])

const hasDefault = (field: GoodsField): field is keyof ColumnDefaults =>
  field === 'category' || field === 'unit'

/** Assigns the file's columns to fields: by their names, or by hand. */
export function Columns({ state, onStop }: ColumnsProps) {
  const checking = useCommand()
  const [columns, setColumns] = useState<ColumnMatch>(state.columns)
  const [defaults, setDefaults] = useState<ColumnDefaults>(state.defaults)
  const hidden = state.sheets.reduce((sum, one) => sum + (one.taken ? one.hiddenRows : 0), 0)
  const missing = GOODS_FIELDS.some((field) => NEEDED.has(field) && columns[field] === null)
  const check = (event: FormEvent) => {
    event.preventDefault()
    void checking.run(() => call('checkImport', { id: state.id, columns, defaults }))
  }
  const choose = (field: GoodsField, chosen: string) =>
    setColumns({ ...columns, [field]: chosen === '' ? null : Number(chosen) })
  return (
    <form className={styles.step} onSubmit={check} data-testid="import-columns">
      <div className={styles.scroll}>
        <h2 className={styles.title}>{say('import.columns.title')}</h2>
        <p className={styles.words}>
          <b>{state.name}</b> · {say('import.columns.found', { rows: state.rows, how: howWords(state.how) })}
        </p>
        {state.sheets.length > 1 ? <Sheets state={state} /> : null}
        <Note tone="warn" testId="import-hidden">
          {hidden > 0 && say('import.hiddenRows', { count: hidden })}
        </Note>
        <Note tone="warn" testId="import-nameless">
          {columns.name === null && say('import.nameless')}
        </Note>
        <Note tone="warn" testId="import-not-taken">
          {state.notTaken.length > 0 && say('import.notTaken', { names: state.notTaken.join('”, “') })}
        </Note>
        <ul className={styles.columns}>
          {GOODS_FIELDS.map((field) => (
            <li key={field} className={styles.column}>
              <SelectEntry
                label={`${say(`goods.field.${field}`)}${NEEDED.has(field) ? ' *' : ''}`}
                value={columns[field] === null ? '' : String(columns[field])}
                onChange={(chosen) => choose(field, chosen)}
                options={[
                  { value: '', label: say('import.column.none') },
                  ...state.headers.map((header, index) => ({
                    value: String(index),
                    label:
                      header.trim() === '' ? say('import.column.unnamed', { number: index + 1 }) : header,
                  })),
                ]}
                error={NEEDED.has(field) && columns[field] === null ? say('import.column.needed') : null}
                hint={sampleWords(state, columns[field])}
                testId={`import-column-${field}`}
              />
              {hasDefault(field) ? (
                <TextEntry
                  label={say('import.default', { field: say(`goods.field.${field}`) })}
                  value={defaults[field]}
                  hint={
                    columns[field] === null && defaults[field].trim() === ''
                      ? say('import.default.empty')
                      : ''
                  }
                  onChange={(text) => setDefaults({ ...defaults, [field]: text })}
                  testId={`import-default-${field}`}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </div>
      <footer className={styles.foot}>
        <FailureNote failure={checking.failure} />
        <Toolbar end>
          <PressButton tone="subtle" onPress={onStop} testId="import-another">
            {say('import.another')}
          </PressButton>
          <PressButton
            tone="main"
            size="large"
            submits
            disabled={missing}
            pending={checking.pending}
            testId="import-check"
          >
            {say('import.check')}
          </PressButton>
        </Toolbar>
      </footer>
    </form>
  )
}

/** The choice of sheets. Several are read as one list. The columns are matched again after each choice. */
function Sheets({ state }: { readonly state: StateAt<'columns'> }) {
  const choosing = useCommand()
  const taken = state.sheets.flatMap((sheet, at) => (sheet.taken ? [at] : []))
  const choose = (at: number, take: boolean) => {
    const sheets = state.sheets.flatMap((_, one) => ((one === at ? take : taken.includes(one)) ? [one] : []))
    void choosing.run(() => call('chooseImportSheets', { id: state.id, sheets }))
  }
  return (
    <fieldset className={styles.sheets} data-testid="import-sheets">
      <legend>{say('import.sheets')}</legend>
      {state.sheets.map((sheet, at) => (
        <SwitchEntry
          key={sheet.name}
          label={say(sheet.hidden ? 'import.sheet.hidden' : 'import.sheet', {
            name: sheet.name,
            count: sheet.rows,
          })}
          hint=""
          on={sheet.taken}
          disabled={choosing.pending || sheet.rows === 0 || (sheet.taken && taken.length === 1)}
          onChange={(take) => choose(at, take)}
        />
      ))}
      <FailureNote failure={choosing.failure} />
    </fieldset>
  )
}

function howWords(how: TableKind): string {
  if (how.kind === 'xlsx') return say('import.how.xlsx')
  const delimiter = how.delimiter === '\t' ? say('import.how.tab') : how.delimiter
  return say('import.how.csv', { encoding: how.encoding.toUpperCase(), delimiter })
}

function sampleWords({ samples }: StateAt<'columns'>, column: number | null): string {
  if (column === null) return ''
  const values = samples.map((row) => row[column] ?? '').filter((value) => value.trim() !== '')
  return values.length === 0 ? '' : say('import.sample', { values: values.join(' · ') })
}
