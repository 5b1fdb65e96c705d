import { hostname } from 'node:os'

/**
 * The names of this till's jobs in a queue of the system begin with it. So the till finds the jobs that a killed process
 * left, and does not touch those of another till.
 */
export const JOB_MARK = `Tugrik POS ${hostname().slice(0, 15)}: `
