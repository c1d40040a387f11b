import { Checkbox, Select, SimpleGrid, Text, Fieldset, Group, TextInput, Box, Table } from '@mantine/core'
import { decimalsOf } from '../../shared/money.ts'
import { Section } from '../../shared/section.tsx'
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

type Use = NonNullable<ReadingChange['uses']>[number]
type ColumnsTableProps = { data: Import; read: ImportActs['read']; disabled: boolean }

/** Each column of the file, some of its values, the field that it fills, and whether its blank cells empty that. */
function ColumnsTable({ data: { reading, fields, hasDetails }, read, disabled }: ColumnsTableProps) {
  const { columns } = reading
  const choices = [
    { group: 'Fields', items: fields.map(({ field, label }) => ({ value: field, label })) },
    {
      group: 'Other',
      items: [
        ...(hasDetails ? [{ value: 'details', label: 'A detail of its own name' }] : []),
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
  const clearable = new Map<Use, string>(fields.flatMap((one) => (one.isClearable ? [[one.field, one.label]] : [])))
  const chooseClearing = (at: number, clears: boolean) =>
    read((present) => ({
      clearing: present.columns.flatMap((column, i) => ((i === at ? clears : column.clears) ? [i] : [])),
    }))
  const leftOut = columns.flatMap(({ name, use, whyPrivate }) => (use === 'ignore' && whyPrivate ? name : []))
  return (
    <>
      {leftOut.length > 0 && <Text size="sm">Left out, as buyers see details: {leftOut.join(', ')}.</Text>}
      <Box className={styles.rows} tabIndex={0} role="region" aria-label="Columns">
        <Table aria-label="Columns">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th visibleFrom="sm">Values</Table.Th>
              <Table.Th w={220}>Field</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.map(({ name, use, clears, samples, whyPrivate }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is its position
              <Table.Tr key={at}>
                <Table.Td>{name || `Column ${at + 1}`}</Table.Td>
                <Table.Td visibleFrom="sm" className={styles.samples}>
                  {samples.join(' · ')}
                </Table.Td>
                <Table.Td>
                  <Select
                    size="xs"
                    aria-label={`Field of ${name || `column ${at + 1}`}`}
                    data={choices}
                    value={use}
                    onChange={(value) => value !== null && choose(at, value)}
                    allowDeselect={false}
                    disabled={disabled}
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
                  {(use === 'details' || clearable.has(use)) && (
                    <Clearing
                      label={`Clear ${clearable.get(use) ?? name} where blank`}
                      clears={clears}
                      choose={(checked) => chooseClearing(at, checked)}
                      disabled={disabled}
                    />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </>
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
