import { hostname } from 'node:os'

/**
 * The names of this till's jobs in a queue of the system begin with it, so that those of a till or a command that was
 * killed are found, and not those of another till at the same queue.
 */
export const JOB_MARK = `Tugrik POS ${hostname().slice(0, 15)}: `
