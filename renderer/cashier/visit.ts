let visit = 0

/** Begins the visit of another person. */
export const beginVisit = (): void => {
  visit += 1
}

/**
 * The answer to what a person asked. It never comes once another person has signed in: they would see it, hear it, be
 * asked for its approval, or send the next command of a work that they did not begin.
 */
export async function inThisVisit<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const mine = visit
  const answer = await asked
  return mine === visit ? answer : new Promise<never>(() => {})
}
