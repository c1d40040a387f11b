import { Select } from '@mantine/core'
import { useRef } from 'react'
import { ENCODING_NAMES, TEXT_ENCODINGS } from '../../../../server/src/shared/text-encodings.ts'
import type { TextEncoding } from '../../../../server/src/shared/text-encodings.ts'
import { errorText } from '../../shared/api.ts'
import type { Import } from './import-queries.ts'
import { sentFile, useUpload } from './use-upload.ts'

const CHOICES = TEXT_ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))

/** How a CSV file is encoded. Another choice reads the file again, as another import, which takes the place of this one. */
export function EncodingSelect({ data, disabled }: { data: Import; disabled: boolean }) {
  const { id, kind, file } = data
  const { upload, pending, problem } = useUpload()
  const chosen = useRef<TextEncoding>('utf-8')
  const input = useRef<HTMLInputElement>(null)
  const send = (again: File | undefined) => again && upload(again, { kind, encoding: chosen.current, instead: id })
  return (
    <>
      <Select
        label="Encoding"
        data={CHOICES}
        value={file.encoding}
        error={problem ? errorText(problem) : undefined}
        onChange={(encoding) => {
          if (encoding === null || encoding === file.encoding) return
          chosen.current = encoding as TextEncoding
          const again = sentFile(id)
          if (again) send(again)
          else input.current?.click()
        }}
        allowDeselect={false}
        disabled={disabled || pending}
      />
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt"
        aria-label="The file again"
        hidden
        onChange={(event) => send(event.currentTarget.files?.[0])}
      />
    </>
  )
}
