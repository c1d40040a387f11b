import { Alert, Button, Group, Text, Textarea, Title } from '@mantine/core'
import type { RefObject } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import type { useSubmit } from '../../shared/use-submit.ts'
import styles from './quick-order.module.css'
import type { Columns, ColumnOption } from './read-lines.ts'

type PasteLinesProps = {
  pasted: string
  onPaste: (text: string) => void
  fileInput: RefObject<HTMLInputElement | null>
  check: ReturnType<typeof useSubmit>
  onCheck: (columns?: Columns) => void
  /** Columns that a person has to choose from. */
  options: ColumnOption[]
}

/** Where many lines come in: as a text, or from a file. */
export function PasteLines({ pasted, onPaste, fileInput, check, onCheck, options }: PasteLinesProps) {
  const isPhone = useIsPhone()
  const fieldError = check.fieldError('text')
  const fileError = check.fieldError('file')
  return (
    <section aria-labelledby="paste">
      <Title order={2} size="h4" mb="xs" id="paste">
        Many lines at once
      </Title>
      <Textarea
        label="Paste lines"
        description={`SKU and quantity, from a spreadsheet, a CSV file or a mail; in either order.${isPhone ? '' : ' Ctrl Enter checks them.'}`}
        autosize
        minRows={3}
        maxRows={12}
        value={pasted}
        error={fieldError ?? fileError}
        spellCheck={false}
        onChange={(event) => onPaste(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          // Elsewhere on the page, these keys add the checked lines.
          event.stopPropagation()
          onCheck()
        }}
      />
      <Problem error={check.problem()} />
      <Group mt="sm" gap="sm">
        <label className={styles.file}>
          File
          <input ref={fileInput} type="file" accept=".csv,.txt,.tsv,.xlsx,.xlsm,text/csv,text/plain" />
        </label>
        <Button variant="default" loading={check.pending} onClick={() => onCheck()}>
          Check lines
        </Button>
      </Group>
      {options.length > 0 && (
        <Alert mt="sm" color="yellow" title="Which is the quantity?">
          More than one column may be. Choose it by the first rows:
          <ul className={styles.options}>
            {options.map(({ code, qty, name, rows }, i) => (
              <li key={`${code} ${qty}`}>
                <Button
                  variant="default"
                  data-autofocus={i === 0}
                  aria-describedby={`option-${i}`}
                  onClick={() => onCheck({ code, qty })}
                >
                  {name}
                </Button>
                <Text size="sm" id={`option-${i}`}>
                  {rows.map(({ sku, quantity }) => `${quantity} of ${sku}`).join(', ')}
                </Text>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </section>
  )
}
