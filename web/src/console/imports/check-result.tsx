import { Alert, Select, Stack, Text } from '@mantine/core'
import { formatMoney } from '../../shared/money.tsx'
import { Section } from '../../shared/section.tsx'
import { HowItIsRead } from '../how-it-is-read.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { ChangedFields } from './changed-fields.tsx'
import { CheckWarnings } from './check-warnings.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { Counts } from './counts.tsx'
import { DamagedSkus } from './damaged-skus.tsx'
import { countsByField } from './field-names.ts'
import type { Check, Import } from './import-queries.ts'
import { capitalized, KIND_WORDS } from './kind-words.ts'
import type { Kind } from './kind-words.ts'
import { RejectedRows } from './rejected-rows.tsx'
import styles from './imports.module.css'
import { RowsTable } from './rows-table.tsx'
import type { ImportActs } from './use-import-acts.ts'
import { CHECK_RESULT } from './use-show-step.ts'
import { percent } from '../../../../server/src/shared/basis-points.ts'
import { priceMovesInWords } from '../../../../server/src/shared/price-moves.ts'

const ON_DUPLICATE = [
  { value: 'error', label: 'Import nothing' },
  { value: 'first', label: 'The first of them counts' },
  { value: 'last', label: 'The last of them counts' },
] as const

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
          {check.priceMoves && <MovedAtOnce moves={check.priceMoves} />}
          <PriceMoves check={check} />
          <Changes data={data} check={check} />
          <NewOnes kind={data.kind} check={check} />
        </Stack>
      </Section>
    </div>
  )
}

function Repeated({ data, check: { repeatedKeys, repeated }, acts }: CheckResultProps) {
  const { one, keys } = KIND_WORDS[data.kind]
  const choose = (onDuplicate: OnDuplicate) => {
    acts.read(() => ({ onDuplicate }))
    acts.move('check')
  }
  const some = repeated.slice(0, 3).map(({ label, lines }) => `${label} (rows ${lines.join(' and ')})`)
  return (
    <Alert color="yellow" role="region" aria-label={`Repeated ${keys}`}>
      <Text size="sm" mb="xs">
        {counted(repeatedKeys, ...isAndAre(data.kind))} on more than one row: {some.join(', ')}
        {repeatedKeys > some.length && ', …'}
      </Text>
      <Select
        label={`When several rows are about the same ${one}`}
        data={ON_DUPLICATE}
        value={data.reading.onDuplicate}
        onChange={(value) => value !== null && choose(value)}
        allowDeselect={false}
        maw={360}
      />
    </Alert>
  )
}

function MovedAtOnce({ moves }: { moves: NonNullable<Check['priceMoves']> }) {
  return (
    <Alert color="yellow" role="region" aria-label="Prices that move at once">
      {priceMovesInWords(moves)} That follows from other brands, categories, customers and price groups in the file, and
      takes effect with the import.
    </Alert>
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
