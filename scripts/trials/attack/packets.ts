/**
 * Every packet that a program sends, as the kernel is asked to send it: look-ups of names too. It needs strace, and no
 * rights. Without it only the listeners of this machine tell.
 */
import { readFileSync } from 'node:fs'
import { onPath } from '../../run/setup/machine.ts'

export const canWatchPackets = (): boolean => process.platform === 'linux' && onPath('strace') !== null

/** The command that watches the command behind it. With -D that one stays our own child. */
export const watching = (file: string): readonly string[] =>
  canWatchPackets()
    ? [
        'strace',
        '-D',
        '-f',
        '-qq',
        '-yy',
        '--seccomp-bpf',
        '-e',
        'trace=connect,sendto,sendmsg,sendmmsg',
        '-o',
        file,
      ]
    : []

const THIS_MACHINE = /inet_addr\("127\.|"::1"/

/** What was sent over UDP, and the connections to other machines. A connection of UDP alone sends nothing. */
export const packetsIn = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) =>
      /^\d+ +connect\(/.test(line)
        ? /<TCP/.test(line) && /AF_INET/.test(line) && !THIS_MACHINE.test(line)
        : /^\d+ +send\w*\(\d+<UDP/.test(line),
    )

/** Those that ask a name server. */
export const lookUpsIn = (packets: readonly string[]): readonly string[] =>
  packets.filter((line) => /htons\(53\)|:53\]/.test(line))
