import { Checkbox, Select, SimpleGrid, Text, Fieldset, Group, TextInput, Box, Table } from '@mantine/core'
import { decimalsOf } from '../../shared/money.ts'
import { Section } from '../../shared/page.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { ENCODING_NAMES, TEXT_ENCODINGS } from '../../../../server/src/shared/text-encodings.ts'
import type { TextEncoding } from '../../../../server/src/shared/text-encodings.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { decimalsInWords } from '../../../../server/src/shared/read-number.ts'
import { sentFile, useUpload } from './import-queries.ts'
import type { Import, ImportActs, ReadingChange } from './import-queries.ts'
import { KIND_CHOICES, KIND_WORDS } from './kind-words.ts'
import { useRef, useState, startTransition, useOptimistic } from 'react'
import { errorText } from '../../shared/api.ts'
import styles from './imports.module.css'

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
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
        {data.kind === 'products' && !data.reading.columns.some(({ use }) => use === 'unitLabel') && (
          <TextInput
            key={reading.newUnit}
            label="Unit of new products"
            description="The file names none. Products that exist keep theirs."
            defaultValue={reading.newUnit}
            maxLength={60}
            onBlur={({ currentTarget: { value } }) =>
              value.trim() !== reading.newUnit && read(() => ({ newUnit: value.trim() }))
            }
            disabled={disabled}
          />
        )}
        <RepeatedChoice data={data} choose={(onDuplicate) => read(() => ({ onDuplicate }))} disabled={disabled} />
      </SimpleGrid>
      <Advanced data={data} read={read} disabled={disabled} />
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

const CHOICES = TEXT_ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))

/** How a CSV file is encoded. Another choice reads the file again, as another import, which takes the place of this one. */
function EncodingSelect({ data, disabled }: { data: Import; disabled: boolean }) {
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

type Field = Import['fields'][number]
type ConstantsProps = { data: Import; read: ImportActs['read']; disabled: boolean }

/** Values that every row gets: of required fields without a column, and of those that are chosen. */
function Constants({ data: { reading, fields }, read, disabled }: ConstantsProps) {
  const [added, setAdded] = useState<string[]>([])
  const constants = reading.constants as Record<string, string>
  const free = fields.filter(
    ({ field, mayBeConstant }) => mayBeConstant && !reading.columns.some(({ use }) => use === field),
  )
  const isShown = ({ field, isRequired }: Field) => isRequired || field in constants || added.includes(field)
  const shown = free.filter(isShown)
  const rest = free.filter((field) => !isShown(field))
  if (free.length === 0) return null
  return (
    <Fieldset legend="The same value in every row" mt="md" disabled={disabled}>
      <Group align="flex-end" gap="sm">
        {shown.map(({ field, label, isRequired }) => (
          <TextInput
            key={`${field} ${constants[field] ?? ''}`}
            label={label}
            withAsterisk={isRequired}
            defaultValue={constants[field] ?? ''}
            onBlur={({ currentTarget: { value } }) => {
              if (value.trim() === (constants[field] ?? '')) return
              read((present) => ({ constants: { ...present.constants, [field]: value } }))
            }}
            onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          />
        ))}
        {rest.length > 0 && (
          <Select
            label="Another field"
            placeholder="Choose a field"
            data={rest.map(({ field, label }) => ({ value: field, label }))}
            value={null}
            onChange={(field) => field !== null && setAdded((before) => [...before, field])}
          />
        )}
      </Group>
    </Fieldset>
  )
}

const ON_DUPLICATE = [
  { value: 'error', label: 'Ask after the check' },
  { value: 'first', label: 'Use the first row' },
  { value: 'last', label: 'Use the last row' },
] as const

type RepeatedChoiceProps = {
  data: Import
  choose: (onDuplicate: Import['reading']['onDuplicate']) => void
  disabled?: boolean
}

/** Which of several rows about the same counts. */
export function RepeatedChoice({ data: { kind, reading }, choose, disabled }: RepeatedChoiceProps) {
  return (
    <Select
      label={`When several rows are about the same ${KIND_WORDS[kind].one}`}
      data={ON_DUPLICATE}
      value={reading.onDuplicate}
      onChange={(value) => value !== null && choose(value)}
      allowDeselect={false}
      disabled={disabled ?? false}
    />
  )
}

type Use = NonNullable<ReadingChange['uses']>[number]
type ColumnsTableProps = { data: Import; read: ImportActs['read']; disabled: boolean }

/** The first rows of the file as a spreadsheet shows them; over each column, the field that it fills. */
function ColumnsTable({ data: { reading, fields, hasDetails, preview }, read, disabled }: ColumnsTableProps) {
  const { columns } = reading
  const choices = [
    { group: 'Fields', items: fields.map(({ field, label }) => ({ value: field, label })) },
    {
      group: 'Other',
      items: [
        ...(hasDetails ? [{ value: 'details', label: 'A detail' }] : []),
        { value: 'ignore', label: 'Leave out' },
      ],
    },
  ]
  const choose = (at: number, use: Use) =>
    read((present) => ({
      uses: present.columns.map((column, i) => {
        if (i === at) return use
        // A field belongs to one column.
        return column.use === use && isField(use) ? 'ignore' : column.use
      }),
    }))
  const leftOut = columns.flatMap(({ name, use, whyPrivate }) => (use === 'ignore' && whyPrivate ? name : []))
  return (
    <>
      {leftOut.length > 0 && (
        <Text size="sm" mb="xs">
          Left out, as buyers see details: {leftOut.join(', ')}.
        </Text>
      )}
      <Box className={styles.preview} tabIndex={0} role="region" aria-label="Columns">
        <Table aria-label="Columns" withColumnBorders>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {columns.map(({ name, use, whyPrivate }, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is its position
                <Table.Td key={at} className={styles.use} data-used={isField(use) || undefined}>
                  <Select
                    size="xs"
                    aria-label={`Field of ${name || `column ${at + 1}`}`}
                    data={choices}
                    value={use}
                    onChange={(value) => value !== null && choose(at, value)}
                    allowDeselect={false}
                    disabled={disabled}
                    comboboxProps={{ width: 240, position: 'bottom-start' }}
                  />
                  {use === 'details' && (
                    <Text size="xs" c={whyPrivate ? 'red' : 'dimmed'}>
                      Buyers see it. {whyPrivate}
                    </Text>
                  )}
                  {use === 'ignore' && whyPrivate && (
                    <Text size="xs" c="dimmed">
                      Buyers would see it. {whyPrivate}
                    </Text>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
            <Table.Tr>
              <Table.Th scope="col">{reading.headerLine}</Table.Th>
              {columns.map(({ name }, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a column is its position
                <Table.Th scope="col" key={at}>
                  {name || `Column ${at + 1}`}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.map(({ line, cells }) => (
              <Table.Tr key={line}>
                <Table.Th scope="row">{line}</Table.Th>
                {columns.map(({ use }, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a column is its position
                  <Table.Td key={at} className={styles.sample} data-unused={use === 'ignore' || undefined}>
                    {cells[at]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </>
  )
}

/** What few files need: columns whose blank cells empty their field. */
function Advanced({ data: { reading, fields }, read, disabled }: ColumnsTableProps) {
  const clearable = new Map<Use, string>(fields.flatMap((one) => (one.isClearable ? [[one.field, one.label]] : [])))
  const columns = reading.columns.flatMap(({ name, use, clears }, at) =>
    use === 'details' || clearable.has(use) ? { at, clears, label: clearable.get(use) ?? name } : [],
  )
  const choose = (at: number, clears: boolean) =>
    read((present) => ({
      clearing: present.columns.flatMap((column, i) => ((i === at ? clears : column.clears) ? [i] : [])),
    }))
  if (columns.length === 0) return null
  return (
    <details className={styles.reason} open={columns.some(({ clears }) => clears) || undefined}>
      <summary>Advanced</summary>
      <Text size="sm" c="dimmed">
        A blank cell changes nothing, unless it is to clear what a product has:
      </Text>
      <Group gap="md">
        {columns.map(({ at, label, clears }) => (
          <Clearing
            key={at}
            label={`Clear ${label} where blank`}
            clears={clears}
            choose={(checked) => choose(at, checked)}
            disabled={disabled}
          />
        ))}
      </Group>
    </details>
  )
}

function isField(use: Use): boolean {
  return use !== 'details' && use !== 'ignore'
}

type ClearingProps = { label: string; clears: boolean; choose: (clears: boolean) => Promise<void>; disabled: boolean }

/** Shows a choice at once, and takes it back where the service refuses it. */
function Clearing({ label, clears, choose, disabled }: ClearingProps) {
  const [shown, setShown] = useOptimistic(clears)
  return (
    <Checkbox
      size="xs"
      mt={6}
      label={label}
      checked={shown}
      onChange={({ currentTarget: { checked } }) =>
        startTransition(async () => {
          setShown(checked)
          await choose(checked)
        })
      }
      disabled={disabled}
    />
  )
}
