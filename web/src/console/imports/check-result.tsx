import { Alert, Button, Stack, Text, List, Group, Title } from '@mantine/core'
import { formatMoney } from '../../shared/money.tsx'
import { Section } from '../../shared/page.tsx'
import { HowItIsRead } from '../how-it-is-read.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { ChangedFields, Counts, RejectedRows } from './import-parts.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { CHECK_RESULT } from './import-queries.ts'
import type { Check, Import, ImportActs } from './import-queries.ts'
import { capitalized, KIND_WORDS } from './kind-words.ts'
import type { Kind } from './kind-words.ts'
import styles from './imports.module.css'
import { percent } from '../../../../server/src/shared/read-price.ts'
import { priceImpactInWords } from '../../../../server/src/shared/price-impact.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { nameOf } from '../activity/change-words.ts'
import type { ReactNode } from 'react'
import { PlainTable } from '../../shared/plain-table.tsx'
import type { PlainColumn } from '../../shared/plain-table.tsx'

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
          <HowItIsRead
            check={check}
            rounds={data.reading.roundsPrices}
            onRound={(roundsPrices) => {
              acts.read(() => ({ roundsPrices }))
              acts.move('check')
            }}
            amount={KIND_WORDS[data.kind].amount ?? 'amount'}
          />
          <CheckWarnings data={data} check={check} />
          {check.repeatedKeys > 0 && <Repeated data={data} check={check} acts={acts} />}
          <DamagedSkus data={data} check={check} acts={acts} />
          <RejectedRows id={data.id} kind={data.kind} check={check} />
          {check.priceMoves && <ImpactAtOnce moves={check.priceMoves} />}
          <PriceImpact check={check} />
          <Changes data={data} check={check} />
          <NewOnes kind={data.kind} check={check} />
        </Stack>
      </Section>
    </div>
  )
}

/** Names rows about the same. While none of them counts, it asks which. */
function Repeated({ data, check: { repeatedKeys, repeated }, acts }: CheckResultProps) {
  const { onDuplicate } = data.reading
  const some = repeated.slice(0, 3).map(({ label, lines }) => `${label} (rows ${lines.join(' and ')})`)
  return (
    <Alert color="yellow" role="region" aria-label={`Repeated ${KIND_WORDS[data.kind].keys}`}>
      <Text size="sm">
        {counted(repeatedKeys, ...isAndAre(data.kind))} on more than one row: {some.join(', ')}
        {repeatedKeys > some.length ? ', …' : '.'}
        {onDuplicate !== 'error' && ` The ${onDuplicate} row of each counts.`}
      </Text>
      {onDuplicate === 'error' && (
        <Group gap="sm" mt="xs">
          {(['first', 'last'] as const).map((which) => (
            <Button
              key={which}
              size="xs"
              variant="default"
              onClick={() => {
                acts.read(() => ({ onDuplicate: which }))
                acts.move('check')
              }}
            >
              {`Use the ${which} row`}
            </Button>
          ))}
        </Group>
      )}
    </Alert>
  )
}

function ImpactAtOnce({ moves }: { moves: NonNullable<Check['priceMoves']> }) {
  return (
    <Alert color="yellow" role="region" aria-label="Prices that move at once">
      {priceImpactInWords(moves)} That follows from other brands, categories, customers and price groups in the file,
      and takes effect with the import.
    </Alert>
  )
}

function PriceImpact({ check: { prices } }: { check: Check }) {
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
          align: 'end',
          cell: ({ from }) => (from === null ? 'No price' : formatMoney(from, currency)),
        },
        { header: 'In the file', align: 'end', cell: ({ to }) => formatMoney(to, currency) },
        {
          header: 'Change',
          align: 'end',
          cell: ({ changeBp }) => (changeBp === null ? '–' : `${changeBp > 0 ? '+' : ''}${percent(changeBp)}`),
        },
      ]}
    />
  )
}

function Changes({ data, check: { fields, examples, changed } }: { data: Import; check: Check }) {
  return (
    <RowsTable
      title={`${capitalized(KIND_WORDS[data.kind].many)} that would change`}
      description={Object.keys(fields).length > 0 && `${countsByField(data, fields)}.`}
      rows={examples}
      total={changed}
      columns={[
        { header: 'Row', cell: ({ line }) => line },
        { header: KIND_WORDS[data.kind].key, cell: ({ label }) => label },
        { header: KIND_WORDS[data.kind].name, cell: ({ name }) => name },
        { header: 'Change', cell: ({ changes }) => <ChangedFields changes={changes} /> },
      ]}
    />
  )
}

function NewOnes({ kind, check: { newOnes, created } }: { kind: Kind; check: Check }) {
  const { many, key, name } = KIND_WORDS[kind]
  return (
    <RowsTable
      title={`New ${many}`}
      rows={newOnes}
      total={created}
      columns={[
        { header: 'Row', cell: ({ line }) => line },
        { header: key, cell: ({ label }) => label },
        { header: name, cell: (one) => one.name },
        { header: 'New', cell: ({ changes }) => <ChangedFields changes={changes} isNew /> },
      ]}
    />
  )
}

/** "SKU is" and "SKUs are". */
function isAndAre(kind: Kind): [one: string, many: string] {
  const { key, one, keys } = KIND_WORDS[kind]
  return [`${keys === `${key}s` ? key : one} is`, `${keys} are`]
}

/** What is odd about the file, and what it takes away. */
function CheckWarnings({ data, check }: { data: Import; check: Check }) {
  const { warnings, unknownCustomers, cleared } = check
  const all = [
    ...warnings,
    ...(Object.keys(cleared).length > 0 ? [`These values will be emptied: ${countsByField(data, cleared)}.`] : []),
    ...(unknownCustomers.length > 0
      ? [`No customer has these codes or e-mails, so they see nothing: ${unknownCustomers.join(', ')}.`]
      : []),
  ]
  if (all.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} role="region" aria-label="Warnings">
      <List size="sm">
        {all.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

type DamagedSkusProps = { data: Import; check: Check; acts: ImportActs }

/** SKUs that a spreadsheet has probably damaged, and the products that each may mean: one press takes it. */
function DamagedSkus({ data: { reading }, check: { damaged }, acts }: DamagedSkusProps) {
  const { reasonNot } = useWorkspace()
  const taken = Object.keys(reading.skus).length
  if (taken + damaged.length === 0) return null
  const clear = damaged.flatMap(({ line, probably }) => (probably.length === 1 ? [[line, probably[0]!.sku]] : []))
  const take = (skus: Record<string, string>) => {
    acts.read(() => ({ skus }))
    acts.move('check')
  }
  const button = {
    size: 'xs',
    variant: 'default',
    reason: reasonNot('imports'),
    disabled: acts.pending !== null,
  } as const
  return (
    <div>
      <RowsTable
        title="SKUs that a spreadsheet has probably damaged"
        description="They are read as they are, unless you take the SKU of a product."
        rows={damaged}
        total={damaged.length}
        columns={[
          { header: 'Row', cell: ({ line }) => line },
          { header: 'SKU in the file', cell: ({ sku }) => sku },
          {
            header: 'Product',
            cell: ({ line, probably }) =>
              probably.map(({ sku, name }) => (
                <Group key={sku} gap="0 0.5rem" py={4}>
                  <GuardedButton
                    {...button}
                    aria-label={`Probably ${sku}, row ${line}`}
                    onClick={() => take({ ...reading.skus, [line]: sku })}
                  >
                    Probably {sku}
                  </GuardedButton>
                  <Text span size="sm" c="dimmed">
                    {name}
                  </Text>
                </Group>
              )),
          },
        ]}
      />
      <Group gap="sm" mt="xs">
        {clear.length > 1 && (
          <GuardedButton {...button} onClick={() => take({ ...reading.skus, ...Object.fromEntries(clear) })}>
            Take all {clear.length}
          </GuardedButton>
        )}
        {taken > 0 && (
          <>
            <Text size="sm">{counted(taken, 'row is', 'rows are')} read with another SKU than the file has.</Text>
            <GuardedButton {...button} onClick={() => take({})}>
              Read the SKUs of the file
            </GuardedButton>
          </>
        )}
      </Group>
    </div>
  )
}

/** "Brand of 12, Colour (detail) of 3": how many records each field is about. */
function countsByField({ fields }: Pick<Import, 'fields'>, counts: Record<string, number>): string {
  const labels = new Map(fields.map(({ field, label }): [string, string] => [field, label]))
  return Object.entries(counts)
    .map(([name, count]) => `${labels.get(name) ?? nameOf(name)} of ${count.toLocaleString('en')}`)
    .join(', ')
}

type RowsTableProps<Row> = {
  title: string
  /** Under the heading. */
  description?: ReactNode
  rows: readonly Row[]
  /** How many there are in all: a check keeps some of them. */
  total: number
  columns: PlainColumn<Row>[]
}

/** Some rows of what a check found, under a heading; nothing where there are none. */
function RowsTable<Row>({ title, description, rows, total, columns }: RowsTableProps<Row>) {
  if (rows.length === 0) return null
  return (
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      {description && (
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      )}
      <PlainTable label={title} columns={columns} rows={rows} mah="22rem" />
      {total > rows.length && <Text size="sm">… and {(total - rows.length).toLocaleString('en')} more</Text>}
    </div>
  )
}
