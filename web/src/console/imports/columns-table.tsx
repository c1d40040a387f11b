import { Box, Checkbox, Select, Table, Text } from '@mantine/core'
import { startTransition, useOptimistic } from 'react'
import type { Import, ReadingChange } from './import-queries.ts'
import styles from './imports.module.css'
import type { ImportActs } from './use-import-acts.ts'

type Use = NonNullable<ReadingChange['uses']>[number]
type ColumnsTableProps = { data: Import; read: ImportActs['read']; disabled: boolean }

/** Each column of the file, some of its values, the field that it fills, and whether its blank cells empty that. */
export function ColumnsTable({ data: { reading, fields, hasDetails }, read, disabled }: ColumnsTableProps) {
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
