import { type FormEvent, useState } from 'react'
import type { CopyRow } from '../../../../../shared/shop/shop-data.ts'
import { Item, ItemList, Note, PressButton, Section } from '../../../../kit/index.ts'
import { call, failureText, say, useCommand, useView } from '../../../page/index.ts'
import { yearAndTime } from '../../../parts/moment.ts'
import { FolderEntry } from './copy-plan.tsx'
import own from './data.module.css'
import { OpenedFile, useShopFile } from './opened-file.tsx'

/** Takes over a copy of the shop: finds it, shows its dry run, and takes the chosen parts. */
export function BringIn() {
  const planned = useView((view) => view.settings.copies.folder)
  const looking = useCommand()
  const [folder, setFolder] = useState<string | null>(null)
  const [rows, setRows] = useState<{
    readonly folder: string
    readonly of: readonly CopyRow[]
  } | null>(null)
  const typed = folder ?? planned
  const look = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await looking.run(() => call('listCopies', { folder: typed.trim() }))
    setRows(reply?.ok ? { folder: typed.trim(), of: reply.value } : null)
  }
  return (
    <Section title={say('copies.bring')} words={say('copies.bring.words')}>
      <form className={own.stack} onSubmit={(event) => void look(event)}>
        <FolderEntry
          label={say('copies.bring.folder')}
          hint={say('copies.bring.folder.hint')}
          value={typed}
          onChange={setFolder}
          error={looking.failure && failureText(say, looking.failure)}
        />
        <PressButton submits pending={looking.pending} disabled={typed.trim() === ''}>
          {say('copies.look')}
        </PressButton>
      </form>
      {rows?.of.length === 0 ? <Note tone="warn">{say('copies.found.none')}</Note> : null}
      <ItemList>
        {rows?.of.slice(0, MOST_SHOWN).map((row) => (
          <Found key={`${rows.folder} ${row.name}`} folder={rows.folder} row={row} />
        ))}
      </ItemList>
    </Section>
  )
}

/** The newest copies are shown. */
const MOST_SHOWN = 30

function Found({ folder, row: { name, of } }: { readonly folder: string; readonly row: CopyRow }) {
  const file = useShopFile()
  return (
    <Item
      title={
        of === null
          ? name
          : `${yearAndTime(of.at)}${of.mode === 'test' ? ` · ${say('copies.row.test')}` : ''}`
      }
      words={wordsOf(of)}
      tools={
        <PressButton
          size="small"
          onPress={() => void file.open({ folder, name })}
          pending={file.asking.pending}
        >
          {say('copies.inspect')}
        </PressButton>
      }
      testId="copy-row"
    >
      <OpenedFile file={file} />
    </Item>
  )
}

function wordsOf(of: CopyRow['of']): string {
  if (of === null) return say('copies.row.damaged')
  const { shop, terminal, sales, goods, people } = of
  return of.sealed
    ? say('file.from', { shop, terminal, at: say('file.sealed.yes') })
    : say('copies.row', { shop, terminal, sales, goods, people })
}
