import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../act-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { TermsOwner } from './terms-owner.ts'
import { DiscountDialog } from './discount-dialog.tsx'
import { scopeWords } from './discount-scope.ts'
import type { DiscountRule } from './discount-scope.ts'
import { RemoveDiscountDialog } from './remove-discount-dialog.tsx'
import { TextLink } from '../../shared/text-link.tsx'
import { RowActions } from './row-actions.tsx'
import { TabSection } from './tab-section.tsx'
import { percent } from '../../../../server/src/shared/basis-points.ts'

type DiscountsProps = {
  owner: TermsOwner
  /** What else counts: the discounts of the customer's price group. They are changed on its page. */
  further?: DiscountRule[]
  /** What it pays without any. */
  none: string
}

/** The discounts of a customer or price group, in the order in which the evaluation considers them. */
export function Discounts({ owner, further = [], none }: DiscountsProps) {
  const { slug, reasonNot } = useWorkspace()
  const { dialog = '', page } = useSearch({ strict: false })
  const change = useChangeSearch()
  const open = (name: string) => change({ dialog: name, page }, { push: true })
  const close = () => change({ dialog: undefined, page })
  const [act, id] = dialog.split('.')
  const rule = owner.discountRules.find((one) => one.id === id)
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
        columns={columnsOf(open, { slug, further })}
        rows={[...owner.discountRules, ...further]}
        rowKey={(one) => one.id}
        empty={
          <Empty title="No discounts">
            <Text span>{none}</Text>
          </Empty>
        }
      />
      {dialog === 'add-discount' && <DiscountDialog owner={owner} onClose={close} />}
      {act === 'change-discount' && rule && <DiscountDialog owner={owner} rule={rule} onClose={close} />}
      {act === 'remove-discount' && rule && <RemoveDiscountDialog owner={owner} rule={rule} onClose={close} />}
    </TabSection>
  )
}

function columnsOf(
  open: (dialog: string) => void,
  { slug, further }: { slug: string; further: DiscountRule[] },
): Column<DiscountRule>[] {
  return [
    { key: 'on', header: 'Applies to', wraps: true, cell: (one) => scopeWords(one) },
    { key: 'discount', header: 'Discount', align: 'end', cell: ({ discountBp }) => percent(discountBp) },
    {
      key: 'acts',
      header: 'Actions',
      align: 'end',
      cell: (one) =>
        further.includes(one) && one.group ? (
          <TextLink size="sm" to="/w/$slug/groups/$id" params={{ slug, id: one.group.id }}>
            From {one.group.name}
          </TextLink>
        ) : (
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
