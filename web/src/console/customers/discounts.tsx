import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../act-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { Customer } from './customer-queries.ts'
import { DiscountDialog } from './discount-dialog.tsx'
import { scopeWords } from './discount-scope.ts'
import type { DiscountRule } from './discount-scope.ts'
import { RemoveDiscountDialog } from './remove-discount-dialog.tsx'
import { RowActions } from './row-actions.tsx'
import { TabSection } from './tab-section.tsx'
import { percent } from '../../../../server/src/rules/basis-points.ts'

const route = getRouteApi('/w/$slug/customers/$id')

/** The discounts of a customer, in the order in which the evaluation considers them. */
export function Discounts({ customer }: { customer: Customer }) {
  const { reasonNot } = useWorkspace()
  const { dialog = '', page } = route.useSearch()
  const change = useChangeSearch()
  const open = (name: string) => change({ dialog: name, page }, { push: true })
  const close = () => change({ dialog: undefined, page })
  const [act, id] = dialog.split('.')
  const rule = customer.discountRules.find((one) => one.id === id)
  return (
    <TabSection
      title="Discounts"
      description="Off the list price. They never add up: the brand's comes first, then the category's, then the one on everything."
      actions={
        <ActButton
          label="Add discount"
          reason={reasonNot('write')}
          leftSection={<IconPlus size={16} />}
          run={() => open('add-discount')}
        />
      }
    >
      <DataTable
        label="Discounts"
        columns={columnsOf(open)}
        rows={customer.discountRules}
        rowKey={(one) => one.id}
        empty={
          <Empty title="No discounts">
            <Text span>{customer.name} pays list prices, apart from its agreed prices.</Text>
          </Empty>
        }
      />
      {dialog === 'add-discount' && <DiscountDialog customer={customer} onClose={close} />}
      {act === 'change-discount' && rule && <DiscountDialog customer={customer} rule={rule} onClose={close} />}
      {act === 'remove-discount' && rule && <RemoveDiscountDialog customer={customer} rule={rule} onClose={close} />}
    </TabSection>
  )
}

function columnsOf(open: (dialog: string) => void): Column<DiscountRule>[] {
  return [
    { key: 'on', header: 'Applies to', wraps: true, cell: (one) => scopeWords(one) },
    { key: 'discount', header: 'Discount', align: 'end', cell: ({ discountBp }) => percent(discountBp) },
    {
      key: 'acts',
      header: 'Actions',
      align: 'end',
      cell: (one) => (
        <RowActions
          of={one.label}
          acts={[
            { label: 'Change', run: () => open(`change-discount.${one.id}`) },
            { label: 'Remove', run: () => open(`remove-discount.${one.id}`) },
          ]}
        />
      ),
    },
  ]
}
