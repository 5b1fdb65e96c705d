import { DatabaseSync } from 'node:sqlite'

/** Changes a SQLite file without the program, as a bad sector or another tool might. */
export function changeFile(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
}
