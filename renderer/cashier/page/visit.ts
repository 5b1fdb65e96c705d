let visit = 0

/** Another person has signed in: replies to earlier requests are dropped. Returns how often that has happened. */
export function beginVisit(): number {
  visit += 1
  return visit
}

/**
 * Resolves with the reply to a request of the person who is signed in now. If another person signs in first, it never resolves:
 * they would see or hear the result, be asked for its approval, or trigger the requests that follow it.
 */
export async function inThisVisit<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const mine = visit
  const answer = await asked
  return mine === visit ? answer : new Promise<never>(() => {})
}
