import { Badge, Box, Modal, Table, Text } from '@mantine/core'
import type { components } from '../../shared/app-api.d.ts'
import { formatMoney } from '../../shared/money.tsx'

type Price = components['schemas']['Price']
type Candidate = components['schemas']['PriceCandidate']

/** A line whose price is to be explained. */
export type PricedLine = { name: string; qty: number; price: Price; candidates: Candidate[] }

type WhyThisPriceProps = {
  /** Null while the dialog is closed. */
  line: PricedLine | null
  currency: string
  /** Whether the price is that of a placed order. */
  frozen?: boolean
  onClose: () => void
}

/** A dialog with every price that was considered for a line, the one that applies first. */
export function WhyThisPrice({ line, onClose, ...shown }: WhyThisPriceProps) {
  return (
    <Modal opened={line !== null} onClose={onClose} title="Why this price?" size="lg">
      {line && <Explanation line={line} {...shown} />}
    </Modal>
  )
}

function Explanation({ line, currency, frozen }: { line: PricedLine; currency: string; frozen?: boolean }) {
  const { name, qty, price, candidates } = line
  const money = (minor: number | null) => formatMoney(minor, currency)
  const sorted = candidates.toSorted((a, b) => Number(b.applied) - Number(a.applied))
  return (
    <>
      <Text mb="sm">
        {name}: {qty.toLocaleString('en')} at {money(price.unit)} {qty === 1 ? '' : 'each '}
        {price.label === '' ? 'is the list price.' : `(${price.label}).`}
        {price.source !== 'list' && price.list > 0 && ` The list price ${frozen ? 'was' : 'is'} ${money(price.list)}.`}
        {frozen && ' These are the prices of the moment when the order was placed.'}
      </Text>
      <Box style={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Prices that were considered">
        <Table aria-label="Prices that were considered">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Price</Table.Th>
              <Table.Th ta="end">Each</Table.Th>
              <Table.Th>Why</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.map((candidate) => (
              <Table.Tr key={`${candidate.source} ${candidate.minQty} ${candidate.unit} ${candidate.reason}`}>
                <Table.Td fw={candidate.applied ? 600 : undefined}>
                  {candidate.label || 'List price'}{' '}
                  {candidate.applied && (
                    <Badge size="sm" color="green" variant="light">
                      Applies
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                  {money(candidate.unit)}
                </Table.Td>
                <Table.Td>{candidate.reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </>
  )
}
