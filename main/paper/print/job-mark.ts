import { hostname } from 'node:os'

/**
 * The names of this till's jobs in a queue of the system begin with it. So the till finds the jobs that a killed process
 * left, and does not touch those of another till of the same user.
 */
export type JobMark = `Tugrik POS ${string}: `

/** `tag` is the first one of the journal. Only tills of one disk image have the same, so the computer's name is there too. */
export const jobMark = (tag: string): JobMark => `Tugrik POS ${tag} ${hostname()}: `
