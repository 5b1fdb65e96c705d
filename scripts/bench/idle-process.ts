/** Does nothing until its parent ends it: what any program on this machine has of the other programs. */
process.on('disconnect', () => process.exit(0))
process.on('message', () => process.exit(0))
