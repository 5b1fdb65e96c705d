import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SaleRow } from '../../../../shared/books/history.ts'
import type { Reply } from '../../../../shared/page/index.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import {
  Columns,
  Empty,
  ListSearch,
  MainColumn,
  Note,
  PageHead,
  PressButton,
  SideColumn,
  Toolbar,
} from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { type Command, isInShop, openSale, say, useCommand, usePage, useView } from '../../page/index.ts'
import { KeptParts } from '../../page/kept-parts.tsx'
import { isReceiptNumber } from '../../page/scan.ts'
import { bringFromShop, findReceipt, type Scan, useScans } from '../../page/scanning/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useNow } from '../../parts/moment.ts'
import { ReturnForm } from '../../parts/returns/index.ts'
import { useTillChoice } from '../all-tills/index.ts'
import { Filters } from './filters.tsx'
import styles from './history.module.css'
import {
  chooseProduct,
  clearAll,
  type HistoryPage,
  isNarrowed,
  type Question,
  questionOf,
  search,
  useHistoryPage,
} from './history-page.ts'
import { SaleDetail } from './sale-detail.tsx'
import { SaleList } from './sale-list.tsx'
import { type SaleRows, useSaleRows } from './use-sale-rows.ts'

/** All sales, newest first, with a search, and the open sale beside them. */
export function History() {
  const opened = usePage((page) => page.openedSaleId)
  /** The sales with an open form of a return, which keeps what is typed while another sale is open. */
  const [returning, setReturning] = useState<readonly string[]>([])
  /** The sale whose form was left last. */
  const [left, setLeft] = useState<string | null>(null)
  if (left !== null && left !== opened) setLeft(null)
  const leave = (saleId: string) => {
    setReturning((all) => all.filter((one) => one !== saleId))
    setLeft(saleId)
  }
  return (
    <KeptParts open={opened !== null && returning.includes(opened) ? opened : LIST}>
      {(part) =>
        part === LIST ? (
          <Columns second="wide" as="main" testId="history">
            <Found openedId={opened} />
            <SideColumn label={say('history.sale')}>
              <KeptParts open={opened ?? NONE}>
                {(one) =>
                  one === NONE ? (
                    <p className={styles.choose}>{say('history.choose')}</p>
                  ) : (
                    <SaleDetail
                      saleId={one}
                      onReturn={() => setReturning((all) => [...all, one])}
                      returned={left === one}
                    />
                  )
                }
              </KeptParts>
            </SideColumn>
          </Columns>
        ) : returning.includes(part) ? (
          <ReturnForm saleId={part} onLeave={() => leave(part)} />
        ) : null
      }
    </KeptParts>
  )
}

/** In place of the id of a sale. */
const LIST = 'list'
const NONE = ''

function Found({ openedId }: { readonly openedId: string | null }) {
  const kept = useHistoryPage()
  const till = useTillChoice(kept.till)
  const page = useMemo(() => ({ ...kept, till }), [kept, till])
  const today = shopDay(useNow(60_000))
  const { question, isSettled } = useQuestion(page, today)
  const found = useSaleRows(question)
  const answered = isSettled && found.answered
  const box = useRef<HTMLInputElement>(null)
  const enter = useRef<(() => void) | null>(null)
  const finding = useCommand()
  const focusSearch = () => box.current?.focus()
  const openReceipt = async (scan: Scan, pass: (scan: Scan) => void) => {
    if (!scan.isReceipt) return pass(scan)
    clearAll()
    search(scan.code)
    openFound(await finding.run(() => findReceipt(scan.code)))
  }
  useScans(openReceipt, { receipts: true })
  useClosedByNone(question, answered && found.rows?.length === 0, openedId)
  // If a sale is already open, the focus stays where it is.
  useLayoutEffect(() => {
    if (openedId === null) box.current?.focus()
  }, [openedId])
  // What is typed next replaces the kept text.
  useLayoutEffect(() => box.current?.select(), [])
  const [only] = found.rows?.length === 1 ? found.rows : []
  return (
    <MainColumn>
      <PageHead title={say('history.title')}>
        {isNarrowed(page) ? (
          <PressButton tone="subtle" onPress={clearAll}>
            {say('history.clear')}
          </PressButton>
        ) : null}
      </PageHead>
      <ListSearch
        label={say('history.search')}
        value={page.text}
        onChange={search}
        answered={answered}
        onWalk={() => enter.current?.()}
        onTake={() => (only ? openSale(only.id) : enter.current?.())}
        maxLength={200}
        inputRef={box}
      />
      <Filters />
      <FailureNote failure={found.failure ?? finding.failure} />
      <FailureNote
        failure={found.unreached}
        tone="warn"
        todo={say('allTills.unreached')}
        testId="unreached"
      />
      <Note tone="warn">{found.unread > 0 && say('allTills.unread', { count: found.unread })}</Note>
      <Note tone="warn" testId="history-fits-more">
        {found.fitsMore && say('history.fitsMore')}
      </Note>
      <Said found={found} narrowed={isNarrowed(page)} />
      <Rows
        found={found}
        narrowed={isNarrowed(page)}
        openedId={openedId}
        today={today}
        enter={enter}
        onLeave={focusSearch}
        finding={finding}
      />
    </MainColumn>
  )
}

/** A search that finds nothing closes the sale that was open when the search began, but not one that was opened later. */
function useClosedByNone(question: Question, isNone: boolean, openedId: string | null): void {
  const [asked, setAsked] = useState({ question, openedId: null as string | null })
  if (asked.question !== question) setAsked({ question, openedId })
  const closes = isNone && asked.openedId !== null && asked.openedId === openedId
  useEffect(() => (closes ? openSale(null) : undefined), [closes])
}

/** Typing pause after which the search starts. */
const TYPING_MS = 120

type Asked = { readonly question: Question; readonly isSettled: boolean }

function useQuestion(page: HistoryPage, today: string): Asked {
  const now = JSON.stringify(questionOf(page, today))
  const [settled, setSettled] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), TYPING_MS)
    return () => clearTimeout(timer)
  }, [now])
  return { question: useMemo(() => JSON.parse(settled) as Question, [settled]), isSettled: settled === now }
}

/** The number and sum of found sales, products that match the typed text, and new sales. */
function Said({ found, narrowed }: { readonly found: SaleRows; readonly narrowed: boolean }) {
  const { count, goods, fresh } = found
  return (
    <div className={styles.said}>
      <span className={styles.subtle} role="status" data-testid="history-count">
        {count === null ? '' : countWords(count, narrowed)}
      </span>
      {fresh === 0 ? null : (
        <PressButton size="small" tone="sure" onPress={found.showFresh}>
          {say('history.fresh', { count: fresh })}
        </PressButton>
      )}
      {goods.length === 0 ? null : (
        <div className={styles.offered}>
          <span className={styles.subtle}>{say('history.goods.only')}</span>
          {goods.map((one) => (
            <PressButton
              key={one.code}
              size="small"
              onPress={() => chooseProduct(one)}
              testId="history-goods"
            >
              {one.name}
            </PressButton>
          ))}
        </div>
      )}
    </div>
  )
}

function countWords({ known, more, sold }: NonNullable<SaleRows['count']>, narrowed: boolean): string {
  const count = known.toLocaleString('en-US')
  if (more) return say(narrowed ? 'history.count.more' : 'history.count.all.more', { known: count })
  const words = known === 0 ? '' : say(narrowed ? 'history.count' : 'history.count.all', { known: count })
  return sold === null || sold === 0 ? words : `${words} · ${say('history.sold', { sum: withSign(sold) })}`
}

const openFound = (reply: Reply<string | null> | null): void => {
  if (reply?.ok && reply.value !== null) openSale(reply.value)
}

/** For a whole number of a receipt: asks the other tills of the shop for its sale. */
function FindInShop({ finding }: { readonly finding: Command }) {
  const number = useHistoryPage().text.trim().toUpperCase()
  const isMember = useView(isInShop)
  if (!isMember || !isReceiptNumber(number)) return null
  const find = async () => openFound(await finding.run(() => bringFromShop(number)))
  return (
    <PressButton
      tone="main"
      onPress={() => void find()}
      pending={finding.pending}
      testId="history-find-in-shop"
    >
      {say('history.findInShop')}
    </PressButton>
  )
}

const openRow = ({ id }: SaleRow): void => openSale(id)

type RowsProps = {
  readonly found: SaleRows
  readonly narrowed: boolean
  readonly openedId: string | null
  readonly today: string
  readonly enter: { current: (() => void) | null }
  readonly onLeave: () => void
  readonly finding: Command
}

function Rows({ found, narrowed, openedId, today, enter, onLeave, finding }: RowsProps) {
  const { rows } = found
  if (rows === null) return <p className={styles.subtle}>{say('history.loading')}</p>
  if (rows.length === 0) {
    if (found.searching) return <p className={styles.subtle}>{say('history.searching')}</p>
    if (!narrowed)
      return <Empty icon="receipt" title={say('history.empty.title')} todo={say('history.empty.todo')} />
    return (
      <div className={styles.nothing} data-testid="history-nothing">
        <Empty icon="search" title={say('history.nothing.title')} todo={say('history.nothing.todo')} />
        <Toolbar>
          <FindInShop finding={finding} />
          <PressButton onPress={clearAll}>{say('history.clear')}</PressButton>
        </Toolbar>
      </div>
    )
  }
  return (
    <SaleList
      number={found.number}
      rows={rows}
      openedId={openedId}
      today={today}
      onOpen={openRow}
      onNearEnd={found.more}
      enter={enter}
      onLeave={onLeave}
    />
  )
}
