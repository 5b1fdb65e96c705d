import { money } from '../../../../../shared/money/money.ts'
import type { RowTrouble } from '../../../../../shared/shop/goods-import.ts'
import { Note, PressButton, Toolbar } from '../../../../kit/index.ts'
import { withSign } from '../../../../texts/index.ts'
import { call, say, useCommand } from '../../../page/index.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import styles from './import.module.css'
import type { StateAt } from './import-progress.tsx'

type CheckedProps = { readonly state: StateAt<'checked'>; readonly onStop: () => void }

const COUNTS = ['added', 'changed', 'same', 'wrong'] as const

/** The dry run of an import, with every wrong row and its problem. */
export function CheckedRows({ state, onStop }: CheckedProps) {
  const running = useCommand()
  const { id, counts, troubles, troubled } = state
  const count = counts.added + counts.changed
  const run = () =>
    running.run(() => call('runImport', { id, wrong: counts.wrong > 0 ? 'leave out' : 'refuse' }))
  return (
    <section className={styles.step} data-testid="import-checked">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard. */}
      <div className={styles.scroll} tabIndex={0}>
        <h2 className={styles.title}>
          {say('import.checked.title')} <small>{state.name}</small>
        </h2>
        <dl className={styles.counts}>
          {COUNTS.map((name) => (
            <div key={name} data-kind={name} data-none={counts[name] === 0}>
              <dt>{say(`import.count.${name}`)}</dt>
              <dd data-testid={`import-count-${name}`}>{counts[name].toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
        <Note tone="warn" testId="import-lost-letters">
          {state.lostLetters !== null &&
            say('import.lostLetters', { count: state.lostLetters.rows, example: state.lostLetters.example })}
        </Note>
        {state.unruled.map(({ category, rows }) => (
          <Note key={category} tone="warn" testId="import-unruled">
            {say('import.unruled', { category, count: rows })}
          </Note>
        ))}
        {state.alike.first.map((alike) => (
          <Note key={alike.row} tone="warn" testId="import-alike">
            {say('import.alike', alike)}
          </Note>
        ))}
        <Note tone="warn">
          {state.alike.rows > state.alike.first.length &&
            say('import.alike.more', { count: state.alike.rows - state.alike.first.length })}
        </Note>
        {state.prices.length === 0 ? null : <Prices state={state} />}
        {troubles.length === 0 ? null : <Troubles troubles={troubles} troubled={troubled} />}
        {count === 0 ? <p className={styles.words}>{say('import.run.nothing')}</p> : null}
      </div>
      <footer className={styles.foot}>
        <FailureNote failure={running.failure} />
        <Toolbar end>
          <PressButton tone="subtle" onPress={onStop} testId="import-another">
            {say('import.another')}
          </PressButton>
          <PressButton onPress={() => void running.run(() => call('changeImport', { id }))}>
            {say('import.columns.again')}
          </PressButton>
          <PressButton
            tone="main"
            size="large"
            onPress={() => void run()}
            disabled={count === 0}
            pending={running.pending}
          >
            {say(counts.wrong > 0 ? 'import.run.rest' : 'import.run', { count })}
          </PressButton>
        </Toolbar>
      </footer>
    </section>
  )
}

/** What a supplier's list changes: old price, new price, difference. */
const Prices = ({ state: { prices, repriced } }: { readonly state: StateAt<'checked'> }) => (
  <table className={styles.troubles} data-testid="import-prices">
    <caption>{say('import.prices', { count: repriced, shown: prices.length })}</caption>
    <thead>
      <tr>
        <th scope="col">{say('goods.field.name')}</th>
        <th scope="col">{say('import.price.from')}</th>
        <th scope="col">{say('import.price.to')}</th>
        <th scope="col">{say('import.price.difference')}</th>
      </tr>
    </thead>
    <tbody>
      {prices.map(({ code, name, from, to }) => (
        <tr key={code}>
          <th scope="row">{name}</th>
          <td className={styles.figures}>{withSign(from)}</td>
          <td className={styles.figures}>{withSign(to)}</td>
          <td className={styles.figures}>{`${to > from ? '+' : ''}${withSign(money(to - from))}`}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

type TroublesProps = { readonly troubles: readonly RowTrouble[]; readonly troubled: number }

const Troubles = ({ troubles, troubled }: TroublesProps) => (
  <>
    {troubled > troubles.length ? (
      <p className={styles.words}>
        {say('import.troubles.more', { count: troubled, shown: troubles.length })}
      </p>
    ) : null}
    <table className={styles.troubles}>
      <caption>{say('import.troubles')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('import.trouble.row')}</th>
          <th scope="col">{say('import.trouble.field')}</th>
          <th scope="col">{say('import.trouble.value')}</th>
          <th scope="col">{say('import.trouble.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {troubles.map(({ sheet, row, field, problem, value, other, product }) => (
          <tr key={`${sheet} ${row} ${field}`} data-testid="import-trouble">
            <th scope="row">{sheet === '' ? row : `${sheet}, ${row}`}</th>
            <td>{say(`goods.field.${field}`)}</td>
            <td className={styles.value}>{value}</td>
            <td className={styles.reason}>
              {say(`goods.problem.${problem}`, { row: other ?? '', name: product ?? '' })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)
