import type { TerminalClient } from '../../run/hosts/terminal-client.ts'

/** Sends a command to a terminal and returns the value of its reply. Throws if the command is refused. */
export type Ask = <Value>(command: string, request?: unknown) => Promise<Value>

export const asking =
  ({ answer }: Pick<TerminalClient, 'answer'>): Ask =>
  async <Value>(command: string, request?: unknown) => {
    const reply = await answer(command, request)
    if (!reply.ok) throw new Error(`${command}: ${reply.error.name} ${reply.error.detail ?? ''}`)
    return reply.value as Value
  }
