import { Loader, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import styles from './imports.module.css'
import { KIND_CHOICES } from './kind-words.ts'
import type { Kind } from './kind-words.ts'
import { useUpload } from './import-queries.ts'

/** Takes a file, chosen or dropped, and leads to the page of its import. */
export function FileDrop({ reason }: { reason: string | null }) {
  const { upload, pending, problem } = useUpload()
  const [isOver, setIsOver] = useState(false)
  const [kind, setKind] = useState<Kind | null>(null)
  const send = (file: File | undefined) => file && upload(file, kind ? { kind } : {})
  return (
    <>
      <Problem error={problem} />
      <Select
        label="Contents"
        placeholder="Detect automatically"
        data={KIND_CHOICES}
        value={kind}
        onChange={(value) => setKind(value)}
        clearable
        disabled={reason !== null || pending}
        maw={280}
        mb="sm"
      />
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(reason === null)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          const file = event.dataTransfer.files[0]
          if (reason === null) send(file)
        }}
      >
        <label className={styles.file}>
          File
          <input
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,.xlsm"
            disabled={reason !== null || pending}
            aria-describedby="import-takes"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              event.currentTarget.value = ''
              send(file)
            }}
          />
        </label>
        <Text size="sm" c="dimmed" id="import-takes">
          {reason ?? 'Choose one, or drop it here: CSV or Excel (.xlsx), up to 100,000 rows and 50 MB.'}
        </Text>
        {pending && (
          <Text size="sm" role="status" className={styles.pending}>
            <Loader size="xs" aria-hidden /> The file is being sent and read …
          </Text>
        )}
      </div>
    </>
  )
}
