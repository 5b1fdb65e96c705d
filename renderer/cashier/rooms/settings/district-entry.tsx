import { useEffect, useRef } from 'react'
import { DISTRICTS, districtCode, partsOfDistrict } from '../../../../shared/shop/districts.ts'
import { SelectEntry, TextEntry } from '../../../kit/index.ts'
import { say, useView } from '../../page/index.ts'

type DistrictEntryProps = {
  readonly label: string
  readonly hint?: string
  readonly error: string | null
  /** A district code; empty before one is chosen. */
  readonly value: string
  readonly onChange: (code: string) => void
  readonly testId: string
}

/** Chooses the district by its name. Stored is its code, also one that is not in the list. */
export function DistrictEntry({ value, onChange, testId, ...more }: DistrictEntryProps) {
  const language = useView((view) => view.settings.language)
  const { district, part } = partsOfDistrict(value)
  /** The parts that were typed, so that a district that is chosen again has its own. */
  const parts = useRef<Readonly<Record<string, string>>>({})
  useEffect(() => {
    parts.current = { ...parts.current, [district]: part }
  }, [district, part])
  const named: readonly { readonly value: string; readonly label: string }[] = DISTRICTS.map((one) => ({
    value: one.code,
    label: one[language],
  }))
  const first = named.some((one) => one.value === district)
    ? []
    : [{ value: district, label: district === '' ? say('settings.district.choose') : district }]
  return (
    <>
      <SelectEntry
        {...more}
        value={district}
        options={[...first, ...named]}
        onChange={(chosen) => onChange(districtCode(chosen, parts.current[chosen] ?? ''))}
        testId={testId}
      />
      <TextEntry
        label={say('settings.district.part')}
        hint={say('settings.district.part.hint')}
        value={part}
        onChange={(typed) => onChange(districtCode(district, typed))}
        inputMode="numeric"
        disabled={district === ''}
        testId={`${testId}.part`}
      />
    </>
  )
}
