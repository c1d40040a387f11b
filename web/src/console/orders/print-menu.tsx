import { Menu } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { PRINTED_ORDERS } from '../../../../server/src/shared/limits.ts'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import { stringifySearch } from '../../shared/search-params.ts'
import type { Selection } from '../../shared/selection.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { filterTexts } from './order-filter.ts'
import type { OrderQuery } from './order-filter.ts'

/** Prints the chosen orders: themselves, or what to fetch for them. */
export function PrintMenu({ selection, filter }: { selection: Selection; filter: OrderQuery }) {
  const { slug } = useWorkspace()
  const chosen: Record<string, string> = selection.everything
    ? filterTexts(filter)
    : { ids: [...selection.keys].join(',') }
  const address = (file: string, query = {}) =>
    `/app-api/console/${slug}/orders/${file}${stringifySearch({ ...chosen, ...query })}`
  const reason = selection.count > PRINTED_ORDERS && `At most ${PRINTED_ORDERS} orders are printed at once.`
  const button = (
    <GuardedButton size="xs" variant="default" leftSection={<IconPrinter size={14} aria-hidden />} reason={reason}>
      Print
    </GuardedButton>
  )
  if (reason) return button
  return (
    <Menu position="bottom-start">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={address('pdf')} download>
          Orders as one PDF
        </Menu.Item>
        <Menu.Item component="a" href={address('picking-list', { by: 'location' })} download>
          Picking list by location
        </Menu.Item>
        <Menu.Item component="a" href={address('picking-list', { by: 'category' })} download>
          Picking list by category
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
