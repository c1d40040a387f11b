import { Checkbox, Select, SimpleGrid, Text } from '@mantine/core'
import { decimalsOf } from '../../shared/money.ts'
import { Section } from '../../shared/section.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { ColumnsTable } from './columns-table.tsx'
import { Constants } from './constants.tsx'
import { ENCODING_NAMES } from '../../../../server/src/shared/text-encodings.ts'
import type { TextEncoding } from '../../../../server/src/shared/text-encodings.ts'
import { EncodingSelect } from './encoding-select.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { decimalsInWords } from '../../../../server/src/shared/decimals-in-words.ts'
import type { Import } from './import-queries.ts'
import { KIND_CHOICES, KIND_WORDS } from './kind-words.ts'
import type { ImportActs } from './use-import-acts.ts'

const DELIMITERS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' }

type ReadingFormProps = { data: Import; read: ImportActs['read']; disabled: boolean }

/** How the file is read: what it holds, sheet, header, what each column is, and values that every row gets. */
export function ReadingForm({ data, read, disabled }: ReadingFormProps) {
  const { file, reading, top } = data
  const { currency } = useWorkspace()
  const { amount } = KIND_WORDS[data.kind]
  return (
    <Section title="How the file is read">
      <Text size="sm" c="dimmed" mb="sm">
        {describeFile(file)}
        {reading.isRemembered && ' The columns are as they were for the last file with this header.'}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
        <Select
          label="Contents"
          data={KIND_CHOICES}
          value={data.kind}
          onChange={(kind) => kind !== null && read(() => ({ kind: kind }))}
          allowDeselect={false}
          disabled={disabled}
        />
        {file.format === 'csv' && <EncodingSelect data={data} disabled={disabled} />}
        {file.sheets.length > 1 && (
          <Select
            label="Sheet"
            data={file.sheets.map(({ name, rows }, i) => ({
              value: String(i),
              label: `${name} (${counted(rows, 'row')})`,
              disabled: rows === 0,
            }))}
            value={String(reading.sheet)}
            onChange={(sheet) => sheet !== null && read(() => ({ sheet: Number(sheet) }))}
            allowDeselect={false}
            disabled={disabled}
          />
        )}
        <Select
          label="Header row"
          data={top.map(({ line, cells }) => ({ value: String(line), label: `${line}: ${shown(cells)}` }))}
          value={String(reading.headerLine)}
          onChange={(line) => line !== null && read(() => ({ headerLine: Number(line) }))}
          allowDeselect={false}
          disabled={disabled}
        />
      </SimpleGrid>
      <ColumnsTable data={data} read={read} disabled={disabled} />
      <Constants data={data} read={read} disabled={disabled} />
      {amount !== null && (
        <Checkbox
          mt="md"
          label={`Round ${amount}s to ${decimalsInWords(decimalsOf(currency))}`}
          description={`Otherwise, rows whose ${amount} has more decimals are rejected.`}
          checked={reading.roundsPrices}
          onChange={({ currentTarget: { checked } }) => read(() => ({ roundsPrices: checked }))}
          disabled={disabled}
        />
      )}
    </Section>
  )
}

function describeFile({ format, encoding, isEncodingGuessed, delimiter }: Import['file']): string {
  if (format === 'xlsx') return 'An Excel workbook.'
  const guessed = isEncodingGuessed
    ? ', which is guessed: look whether accents and currency signs are right, and choose another encoding if not'
    : ''
  return `CSV, separated by ${DELIMITERS[delimiter ?? ''] ?? delimiter}, in ${ENCODING_NAMES[encoding as TextEncoding]}${guessed}.`
}

function shown(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell !== '')
    .join(', ')
    .slice(0, 60)
}
