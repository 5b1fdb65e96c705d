/** Six-digit bank codes as payments carry them (field notes, "Banks"). As paper names them: in Mongolian. */
const BANKS: Readonly<Record<string, string>> = {
  '040000': 'Худалдаа хөгжлийн банк',
  '050000': 'Хаан банк',
  '150000': 'Голомт банк',
  '320000': 'Хас банк',
  '340000': 'Төрийн банк',
}

/** The bank's name, its code where the code is not in the list, or null where no code was told. */
export const bankName = (code: string | null): string | null => (code === null ? null : (BANKS[code] ?? code))
