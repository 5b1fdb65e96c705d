/** The list behind an input whose `list` is this id: values that are suggested while typing. Other values are allowed too. */
export const Suggestions = ({ id, values }: { readonly id: string; readonly values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
)
