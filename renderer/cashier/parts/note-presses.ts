import { notePresses } from '../../kit/index.ts'

notePresses()
