import type { ComponentProps } from 'react'

type SelectBoxProps<Value extends string> = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** One of many, by the system's own list: a finger, a keyboard and a screen reader all know it. */
export function SelectBox<Value extends string>({
  value,
  options,
  onChange,
  ...more
}: SelectBoxProps<Value>) {
  return (
    <select
      {...more}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
