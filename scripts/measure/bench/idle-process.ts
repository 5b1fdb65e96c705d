/** Does nothing until its parent ends it. Its delays come only from the other work of the machine. */
process.on('disconnect', () => process.exit(0))
process.on('message', () => process.exit(0))
