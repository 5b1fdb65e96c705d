import { useCallback } from 'react'
import { formatMoney, parseMoney } from '../../../../shared/money/money.ts'
import type { ShopConflict } from '../../../../shared/page/shop-conflict.ts'
import type { TextKey } from '../../../../shared/texts/index.ts'
import { PressButton, Task, TaskList, TwoStepButton } from '../../../kit/index.ts'
import { call, say, textUnder, useAsked, useCommand, useMay } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { dayAndTime } from '../../parts/moment.ts'

/** What another till changed at the same time. Its value stands until a person says otherwise. */
export function ShopConflicts() {
  const { value: conflicts, failure, again } = useAsked(useCallback(() => call('listShopConflicts'), []))
  const mayEndAll = useMay('staff')
  const ending = useCommand()
  const endAll = async () => {
    await ending.run(() => call('keepAllOfShop'))
    again()
  }
  if (failure !== null) return <FailureNote failure={failure} />
  if (conflicts === null || conflicts.length === 0) return null
  return (
    <>
      {conflicts.length > 1 && mayEndAll ? (
        <TwoStepButton
          tone="plain"
          sure={say('conflict.allTheirs.sure')}
          onSure={() => void endAll()}
          pending={ending.pending}
          testId="conflicts-all"
        >
          {say('conflict.allTheirs', { count: conflicts.length })}
        </TwoStepButton>
      ) : null}
      <FailureNote failure={ending.failure} />
      <TaskList>
        {conflicts.slice(0, SHOWN).map((one) => (
          <Conflict key={`${one.kind}/${one.key}/${one.field}`} of={one} onDecided={again} />
        ))}
      </TaskList>
    </>
  )
}

/** After a till with many goods of its own joined, there may be thousands. */
const SHOWN = 50

type ConflictProps = { readonly of: ShopConflict; readonly onDecided: () => void }

function Conflict({ of, onDecided }: ConflictProps) {
  const deciding = useCommand()
  const decide = async (keep: 'theirs' | 'ours') => {
    const { kind, key, field } = of
    await deciding.run(() => call('decideShopConflict', { kind, key, field, keep }))
    onDecided()
  }
  return (
    <Task
      icon="warning"
      tone="warn"
      title={whatWords(of)}
      facts={say('conflict.facts', { at: dayAndTime(of.at) })}
      tools={
        <>
          <PressButton onPress={() => void decide('ours')} pending={deciding.pending} testId="conflict-ours">
            {say('conflict.ours')}
          </PressButton>
          <PressButton
            tone="main"
            onPress={() => void decide('theirs')}
            pending={deciding.pending}
            testId="conflict-theirs"
          >
            {say('conflict.theirs')}
          </PressButton>
        </>
      }
      testId="shop-conflict"
    >
      <p>{say('conflict.now', { value: valueWords(of, of.theirs) })}</p>
      <p>{say('conflict.here', { value: valueWords(of, of.ours) })}</p>
      <FailureNote failure={deciding.failure} />
    </Task>
  )
}

/** “Талх: Price, ₮”. */
function whatWords({ kind, key, name, field }: ShopConflict): string {
  if (field === null) return name
  if (kind === 'setting') {
    const path = field === '' ? key : `${key}.${field}`
    return textUnder(say, `settings.${path}`) ?? textUnder(say, `settings.${key}`) ?? path
  }
  const words = FIELDS[field]
  return `${name}: ${words === undefined ? field : say(words)}`
}

/** The fields of products and people, as they are stored. */
const FIELDS: Readonly<Record<string, TextKey>> = {
  code: 'goods.field.code',
  name: 'goods.field.name',
  category: 'goods.field.category',
  price: 'goods.field.price',
  unit: 'goods.field.unit',
  tax_product_code: 'goods.field.taxProductCode',
  classification_code: 'goods.field.classificationCode',
  tax_kind: 'goods.field.taxKind',
  city_tax: 'goods.field.cityTax',
  codes: 'goods.field.codes',
  hidden: 'goods.hidden.badge',
  favourite: 'conflict.favourite',
  picture: 'goods.picture',
  role: 'staff.role',
  active: 'conflict.active',
  pin: 'people.pin',
}

function valueWords({ field }: ShopConflict, value: ShopConflict['ours']): string {
  if (field === null) return say(value === true ? 'conflict.there' : 'conflict.removed')
  if (field === 'pin') return say('conflict.pin')
  if (value === null || value === '') return say('file.value.empty')
  if (field === 'role') return textUnder(say, `role.${value}`) ?? String(value)
  if (field === 'picture') return say('file.value.set')
  if (typeof value === 'boolean') return say(value ? 'conflict.yes' : 'conflict.no')
  const price = field === 'price' ? parseMoney(String(value)) : null
  if (price !== null) return formatMoney(price)
  return typeof value === 'object' ? say('file.value.set') : String(value)
}
