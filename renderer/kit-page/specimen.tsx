import { type ReactNode, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import type { Theme } from '../../shared/theme.ts'
import {
  Aloud,
  ButtonGrid,
  ButtonPair,
  Card,
  CardList,
  Choice,
  Columns,
  DayEntry,
  Empty,
  EndPage,
  FieldGroup,
  FileButton,
  FilterEntry,
  Hint,
  ICON_NAMES,
  Icon,
  Item,
  ItemList,
  ListSearch,
  MainColumn,
  Note,
  Page,
  Panel,
  PressButton,
  RoundIcon,
  RowList,
  Section,
  SelectEntry,
  SideColumn,
  SidePanel,
  SubmitButton,
  SwitchEntry,
  Task,
  TaskFailure,
  TaskList,
  TextEntry,
  Toolbar,
  TwoStepButton,
} from '../kit/index.ts'
import styles from './kit-page.module.css'
import { type Pose, Posed } from './posed.tsx'

const TONES = ['main', 'plain', 'subtle', 'danger', 'sure'] as const
const SIZES = ['large', 'normal', 'small'] as const
const POSES: readonly Pose[] = ['hovered', 'pressed', 'focus-visible']
const NOTES = ['plain', 'good', 'warn', 'bad'] as const
const BANKS = [
  { value: 'khan', label: 'Хаан банк' },
  { value: 'golomt', label: 'Голомт банк' },
] as const

/** The whole kit in one theme. */
export const ThemePreview = ({ theme }: { readonly theme: Theme }) => (
  <section className={styles.specimen} data-theme={theme} aria-label={theme} data-testid={`theme-${theme}`}>
    <h2>{theme}</h2>
    <Buttons />
    <Entries />
    <Choices />
    <Switches />
    <Lists />
    <Pages />
    <Notes />
    <Icons />
  </section>
)

const Board = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.board}>
    <h3>{name}</h3>
    {children}
  </div>
)

const Buttons = () => (
  <>
    {TONES.map((tone) => (
      <Board key={tone} name={`PressButton, ${tone}`}>
        {SIZES.map((size) => (
          <PressButton key={size} tone={tone} size={size} hotkey="F12">
            Төлбөр авах
          </PressButton>
        ))}
        <PressButton tone={tone} disabled>
          Хэвлэх
        </PressButton>
        <PressButton tone={tone} pending>
          Хэвлэж байна…
        </PressButton>
        {POSES.map((pose) => (
          <Posed key={pose} pose={pose}>
            <PressButton tone={tone}>Хэвлэх</PressButton>
          </Posed>
        ))}
      </Board>
    ))}
    <Board name="TwoStepButton (press it)">
      <TwoStepButton sure="Дахин дарвал цуцална" onSure={() => {}} testId="two-step">
        Цуцлах
      </TwoStepButton>
    </Board>
    <Board name="FileButton, Toolbar, ButtonPair">
      <FileButton types={['.csv']} onFile={nothing}>
        Файл сонгох
      </FileButton>
      <Toolbar end>
        <PressButton>Хэвлэх</PressButton>
        <PressButton tone="subtle">Хаах</PressButton>
      </Toolbar>
      <ButtonPair>
        <PressButton>Буцах</PressButton>
        <PressButton tone="main">Хадгалах</PressButton>
      </ButtonPair>
    </Board>
    <Board name="SubmitButton, ButtonGrid">
      <div className={styles.card}>
        <ButtonGrid label="Мөнгөн дэвсгэрт">
          {['20,000', '10,000', '5,000', '1,000', '500'].map((note) => (
            <PressButton key={note}>{note}</PressButton>
          ))}
        </ButtonGrid>
        <SubmitButton>Авах</SubmitButton>
      </div>
    </Board>
  </>
)

const DAY_WORDS = {
  year: 'Он',
  month: 'Сар',
  day: 'Өдөр',
  calendar: 'Хуанли',
  monthBefore: 'Өмнөх сар',
  monthAfter: 'Дараах сар',
  weekdays: ['Да', 'Мя', 'Лх', 'Пү', 'Ба', 'Бя', 'Ня'],
  today: '2026-11-20',
} as const

function Entries() {
  const [text, setText] = useState('Өглөө дэлгүүр')
  const [bank, setBank] = useState('khan')
  const [day, setDay] = useState('2026-11-21')
  const entry = { label: 'Нэр', value: text, onChange: setText }
  const choice = { label: 'Банк', value: bank, onChange: setBank, options: BANKS }
  return (
    <Board name="TextEntry, SelectEntry, FilterEntry, DayEntry">
      <TextEntry {...entry} hint="Баримтын дээр гарна" />
      <TextEntry {...entry} value="" label="Хоосон" />
      <TextEntry {...entry} error="Зөвхөн тоо" />
      <TextEntry {...entry} disabled />
      <TextEntry {...entry} type="password" label="Нууц үг" />
      <TextEntry {...entry} value="20,000" label="Мөнгө" figures />
      <Posed pose="focus-visible">
        <TextEntry {...entry} />
      </Posed>
      <SelectEntry {...choice} hint="Төлөгчийн банк" />
      <SelectEntry {...choice} error="Сонгоно уу" />
      <FilterEntry {...choice} none="khan" />
      <DayEntry label="Өдөр" value={day} onChange={setDay} words={DAY_WORDS} />
    </Board>
  )
}

function Choices() {
  const [paper, setPaper] = useState<'58' | '80'>('80')
  const choice = {
    label: 'Цаасны өргөн',
    value: paper,
    onChange: setPaper,
    options: [
      { value: '58', label: '58 мм' },
      { value: '80', label: '80 мм' },
    ],
  } as const
  return (
    <Board name="Choice">
      <Choice {...choice} />
      <Choice {...choice} disabled />
      <Posed pose="focus-visible">
        <Choice {...choice} />
      </Posed>
    </Board>
  )
}

function Switches() {
  const [on, setOn] = useState(true)
  const entry = { label: 'Шилжүүлгээр', hint: 'Дэлгүүрийн дансанд орсныг хардаг', onChange: setOn } as const
  return (
    <Board name="SwitchEntry">
      <SwitchEntry {...entry} on={on} />
      <SwitchEntry {...entry} on={!on} />
      <SwitchEntry {...entry} on disabled />
      <Posed pose="focus-visible">
        <SwitchEntry {...entry} on={on} />
      </Posed>
    </Board>
  )
}

/** A list as long as a shop's year of sales, of which only visible rows are rendered. */
function Lists() {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(1)
  const search = useRef<HTMLInputElement>(null)
  const enter = useRef<(() => void) | null>(null)
  return (
    <Board name="ListSearch, RowList, CardList, ItemList">
      <div className={styles.list}>
        <ListSearch
          label="Хайх"
          value={text}
          onChange={setText}
          answered
          onWalk={() => enter.current?.()}
          maxLength={40}
          inputRef={search}
        />
        <RowList
          label="Борлуулалт"
          subject=""
          count={100_000}
          rowHeight={64}
          row={(index) => ({
            id: String(index),
            chosen: index === chosen,
            content: (
              <Button className={styles.row ?? ''} onPress={() => setChosen(index)} data-open>
                {index + 1}
              </Button>
            ),
            testId: 'listed-row',
          })}
          onSight={nothing}
          enter={enter}
          onLeave={() => search.current?.focus()}
        />
      </div>
      <div className={styles.card}>
        <CardList
          label="Өдрүүд"
          rows={DAYS}
          chosen={DAYS[chosen % DAYS.length]?.id ?? null}
          onChosen={(id) => setChosen(DAYS.findIndex((day) => day.id === id))}
          dependencies={[]}
        >
          {({ id }) => (
            <Card id={id} name={id}>
              <div className={styles.row}>{id}</div>
            </Card>
          )}
        </CardList>
      </div>
      <ItemList>
        {(['plain', 'good', 'warn'] as const).map((tone) => (
          <Item
            key={tone}
            icon="receipt"
            tone={tone}
            title="Баримт"
            words="Борлуулалт 0012"
            amount="12,500 ₮"
            tools={<PressButton size="small">Нээх</PressButton>}
            data-open={tone === 'good'}
          >
            <Hint>Доорх үг</Hint>
          </Item>
        ))}
      </ItemList>
    </Board>
  )
}

/** Pages and parts of pages, smaller than in the product. */
const Pages = () => (
  <Board name="Page, PageHead, TaskList, EndPage, Columns, SidePanel, Section, Panel, FieldGroup">
    <div className={styles.room}>
      <Page
        title="Хүлээгдэж буй"
        words="Өнөөдөр"
        note={<Hint>4 ажил</Hint>}
        tools={<PressButton>Хэвлэх</PressButton>}
        testId="kit-page"
      >
        <TaskList>
          {([undefined, 'plain', 'warn', 'bad'] as const).map((tone) => (
            <Task
              key={tone ?? 'none'}
              icon="printer"
              {...(tone === undefined ? {} : { tone })}
              title="Баримт"
              facts="Борлуулалт 0012 · 5 мин"
              amount="12,500 ₮"
              tools={<PressButton>Дахин хэвлэх</PressButton>}
              warning="Сугалааны дугаар дахин гарахгүй"
              testId="kit-task"
            >
              <TaskFailure>Цаас дууссан</TaskFailure>
            </Task>
          ))}
        </TaskList>
      </Page>
    </div>
    <div className={styles.room}>
      <EndPage icon="warning" tone="bad" title="Бүртгэл гэмтсэн" testId="kit-end">
        <p>Уншигдсан бүхнийг авсан.</p>
        <PressButton tone="main">Ойлголоо</PressButton>
      </EndPage>
    </div>
    <div className={styles.room}>
      <Columns second="half">
        <MainColumn>
          <Section
            title="Хэсэг"
            words="Юунд хэрэгтэй вэ"
            tools={<PressButton size="small">Нэмэх</PressButton>}
          >
            <Hint>Бага зэрэг бүдэг үг</Hint>
          </Section>
          <Panel label="Сонголт">
            <Hint>Том хүрээ</Hint>
          </Panel>
          <FieldGroup title="Дэлгүүр">
            <TextEntry label="Нэр" value="" onChange={nothing} />
            <TextEntry label="Салбар" value="" onChange={nothing} />
          </FieldGroup>
        </MainColumn>
        <SideColumn label="Хажуугийн багана">
          <SidePanel title="Бараа нэмэх" close="Хаах" onClose={nothing} closeTestId="kit-close">
            <Hint>Маягт</Hint>
          </SidePanel>
        </SideColumn>
      </Columns>
    </div>
  </Board>
)

const DAYS = [{ id: '2026-11-21' }, { id: '2026-11-20' }, { id: '2026-11-19' }] as const

const nothing = (): void => {}

const Notes = () => (
  <Board name="Note, Empty, Aloud">
    {NOTES.map((tone) => (
      <Note key={tone} tone={tone} title="Хэвлэгч хариу өгөхгүй байна">
        Залгуур, сүлжээг шалгана уу.
      </Note>
    ))}
    <Empty icon="cart" title="Сагс хоосон" todo="Бараа уншуулж эхэлнэ үү." />
    <p>
      Дэлгэцэнд харагдахгүй үг: <Aloud>дэлгэц уншигчид</Aloud>
    </p>
  </Board>
)

const DISCS = ['plain', 'chosen', 'good', 'warn', 'bad'] as const

const Icons = () => (
  <Board name="Icon">
    {ICON_NAMES.map((name) => (
      <span key={name} className={styles.icon}>
        <Icon name={name} size={28} />
        <small>{name}</small>
      </span>
    ))}
    {DISCS.map((tone) => (
      <RoundIcon key={tone} name="check" size={26} around={48} tone={tone} />
    ))}
  </Board>
)
