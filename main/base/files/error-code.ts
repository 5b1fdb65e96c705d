/** The system's code of an error ("ENOENT"); null where it has none. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error ? String(error.code) : null
