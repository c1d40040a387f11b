import { Badge, Text } from '@mantine/core'
import { Dialog } from '../../shared/dialog.tsx'
import type { components } from '../../shared/app-api.d.ts'
import { formatMoney } from '../../shared/money.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'

type Price = components['schemas']['Price']
type Candidate = components['schemas']['PriceCandidate']

/** A line whose price is to be explained. */
export type PricedLine = { name: string; qty: number; price: Price; candidates: Candidate[] }

type WhyThisPriceProps = {
  /** Null while the dialog is closed. */
  line: PricedLine | null
  currency: string
  /** Of a line of an order: which moment its prices are of. */
  frozen?: string | undefined
  onClose: () => void
}

/** A dialog with every price that was considered for a line, the one that applies first. */
export function WhyThisPrice({ line, onClose, ...shown }: WhyThisPriceProps) {
  return (
    <Dialog opened={line !== null} onClose={onClose} title="Why this price?" size="lg">
      {line && <Explanation line={line} {...shown} />}
    </Dialog>
  )
}

function Explanation({
  line,
  currency,
  frozen,
}: Pick<WhyThisPriceProps, 'currency' | 'frozen'> & { line: PricedLine }) {
  const { name, qty, price, candidates } = line
  const money = (minor: number | null) => formatMoney(minor, currency)
  return (
    <>
      <Text mb="sm">
        {name}: {qty.toLocaleString('en')} at {money(price.unit)} {qty === 1 ? '' : 'each '}
        {price.label === '' ? 'is the list price.' : `(${price.label}).`}
        {price.source !== 'list' && price.list > 0 && ` The list price ${frozen ? 'was' : 'is'} ${money(price.list)}.`}
        {frozen && ` ${frozen}`}
      </Text>
      <PlainTable
        label="Prices that were considered"
        rows={candidates.toSorted((a, b) => Number(b.applied) - Number(a.applied))}
        columns={[
          { header: 'Price', cell: (candidate) => <Label candidate={candidate} /> },
          { header: 'Each', align: 'end', cell: ({ unit }) => money(unit) },
          { header: 'Why', cell: ({ reason }) => reason },
        ]}
      />
    </>
  )
}

function Label({ candidate: { label, applied } }: { candidate: Candidate }) {
  if (!applied) return label || 'List price'
  return (
    <Text inherit span fw={600}>
      {label || 'List price'}{' '}
      <Badge size="sm" color="green" variant="light">
        Applies
      </Badge>
    </Text>
  )
}
