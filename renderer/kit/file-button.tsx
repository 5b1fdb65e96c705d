import { FileTrigger } from 'react-aria-components'
import { PressButton, type PressButtonProps } from './press-button.tsx'

type FileButtonProps = Pick<PressButtonProps, 'children' | 'size' | 'tone' | 'pending' | 'testId'> & {
  /** Media types or file name extensions. */
  readonly types: readonly string[]
  readonly onFile: (file: File) => void
}

/** A button that lets a person choose one file. */
export const FileButton = ({ types, onFile, ...button }: FileButtonProps) => (
  <FileTrigger
    acceptedFileTypes={types}
    onSelect={(files) => {
      const file = files?.[0]
      if (file) onFile(file)
    }}
  >
    <PressButton {...button} />
  </FileTrigger>
)
