/** A row as SQLite gives it: whoever reads it says what its columns are. */
export type Row = Readonly<Record<string, unknown>>
