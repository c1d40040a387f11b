import { Alert, Select, Stack, Text } from '@mantine/core'
import { formatMoney } from '../../shared/money.tsx'
import { formatPercent } from '../../shared/percent.ts'
import { Section } from '../../shared/section.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { ChangedFields } from './changed-fields.tsx'
import { CheckWarnings } from './check-warnings.tsx'
import { counted } from './counted.ts'
import { Counts } from './counts.tsx'
import { fieldName } from './field-names.ts'
import type { Check, Import } from './import-queries.ts'
import { RejectedRows } from './rejected-rows.tsx'
import styles from './imports.module.css'
import { RowsTable } from './rows-table.tsx'
import type { ImportActs } from './use-import-acts.ts'
import { CHECK_RESULT } from './use-show-step.ts'

const ON_DUPLICATE = [
  { value: 'error', label: 'Import nothing' },
  { value: 'first', label: 'The first of them counts' },
  { value: 'last', label: 'The last of them counts' },
]

type OnDuplicate = Import['reading']['onDuplicate']
type CheckResultProps = { data: Import; check: Check; acts: ImportActs }

/** What the file would change: counts, then what deserves a look. */
export function CheckResult({ data, check, acts }: CheckResultProps) {
  const { created, changed, unchanged, rejected } = check
  return (
    <div id={CHECK_RESULT} className={styles.result}>
      <Section title="What the file would change">
        <Stack gap="lg">
          <Counts
            label="Found by the check"
            counts={[
              ['New', created],
              ['Changed', changed],
              ['Unchanged', unchanged],
              ['Rejected', rejected],
            ]}
          />
          <CheckWarnings data={data} check={check} />
          {check.repeatedSkus > 0 && <Repeated data={data} check={check} acts={acts} />}
          <Damaged check={check} />
          <RejectedRows id={data.id} rows={check.rejects} total={rejected} />
          <PriceMoves check={check} />
          <Changes data={data} check={check} />
          <NewProducts check={check} />
        </Stack>
      </Section>
    </div>
  )
}

function Repeated({ data, check: { repeatedSkus, repeated }, acts }: CheckResultProps) {
  const choose = (onDuplicate: OnDuplicate) => {
    acts.read(() => ({ onDuplicate }))
    acts.move('check')
  }
  const some = repeated.slice(0, 3).map(({ sku, lines }) => `${sku} (rows ${lines.join(' and ')})`)
  return (
    <Alert color="yellow" role="region" aria-label="Repeated SKUs">
      <Text size="sm" mb="xs">
        {counted(repeatedSkus, 'SKU is', 'SKUs are')} on more than one row: {some.join(', ')}
        {repeatedSkus > some.length && ', …'}
      </Text>
      <Select
        label="When several rows have one SKU"
        data={ON_DUPLICATE}
        value={data.reading.onDuplicate}
        onChange={(value) => value !== null && choose(value as OnDuplicate)}
        allowDeselect={false}
        maw={280}
      />
    </Alert>
  )
}

function Damaged({ check: { damaged } }: { check: Check }) {
  return (
    <RowsTable
      title="SKUs that a spreadsheet has probably damaged"
      description="They are imported as they are. If another product is meant, correct the file and upload it again."
      rows={damaged}
      total={damaged.length}
      columns={[
        { header: 'Row', cell: ({ line }) => line },
        { header: 'SKU in the file', cell: ({ sku }) => sku },
        {
          header: 'Probably',
          cell: ({ probably }) => (
            <>
              {probably.sku}{' '}
              <Text span size="sm" c="dimmed">
                {probably.name}
              </Text>
            </>
          ),
        },
      ]}
    />
  )
}

function PriceMoves({ check: { prices } }: { check: Check }) {
  const { currency } = useWorkspace()
  return (
    <RowsTable
      title="Prices that would change"
      description={`${prices.up.toLocaleString('en')} up, ${prices.down.toLocaleString('en')} down. They go into a draft price change, which somebody reviews and publishes. The largest first.`}
      rows={prices.moves}
      total={prices.up + prices.down}
      columns={[
        { header: 'SKU', cell: ({ sku }) => sku },
        { header: 'Name', cell: ({ name }) => name },
        {
          header: 'Now',
          isFigure: true,
          cell: ({ from }) => (from === null ? 'No price' : formatMoney(from, currency)),
        },
        { header: 'In the file', isFigure: true, cell: ({ to }) => formatMoney(to, currency) },
        {
          header: 'Change',
          isFigure: true,
          cell: ({ changeBp }) => (changeBp === null ? '–' : `${changeBp > 0 ? '+' : ''}${formatPercent(changeBp)}%`),
        },
      ]}
    />
  )
}

function Changes({ data, check: { fields, examples, changed } }: { data: Import; check: Check }) {
  const counts = Object.entries(fields).map(
    ([field, count]) => `${fieldName(data, field)} of ${count.toLocaleString('en')}`,
  )
  return (
    <RowsTable
      title="Products that would change"
      description={counts.length > 0 && `${counts.join(', ')}.`}
      rows={examples}
      total={changed}
      columns={[
        { header: 'Row', cell: ({ line }) => line },
        { header: 'SKU', cell: ({ sku }) => sku },
        { header: 'Name', cell: ({ name }) => name },
        { header: 'Change', cell: ({ changes }) => <ChangedFields changes={changes} /> },
      ]}
    />
  )
}

function NewProducts({ check: { newProducts, created } }: { check: Check }) {
  const { currency } = useWorkspace()
  return (
    <RowsTable
      title="New products"
      rows={newProducts}
      total={created}
      columns={[
        { header: 'Row', cell: ({ line }) => line },
        { header: 'SKU', cell: ({ sku }) => sku },
        { header: 'Name', cell: ({ name }) => name },
        { header: 'List price', isFigure: true, cell: ({ listPrice }) => formatMoney(listPrice, currency) },
      ]}
    />
  )
}
