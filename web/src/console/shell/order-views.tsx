import { Badge, NavLink, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { ORDERS_COUNTED } from '../../../../server/src/shared/limits.ts'
import { useDeskViews } from '../orders/desk-counts.ts'
import type { CountedView } from '../orders/desk-counts.ts'
import { countText, ORDER_FILTERS } from '../orders/order-filter.ts'
import type { SearchTexts } from '../../shared/search-params.ts'

/** How many orders wait to be confirmed, beside "Orders", which is described by it. Nothing where none does. */
export function NewOrders({ id }: { id: string }) {
  const [first] = useDeskViews().views
  if (!first?.count) return null
  const text = countText(first.count, ORDERS_COUNTED)
  return (
    <>
      <Badge aria-hidden size="sm" circle={text.length < 3} color="indigo" title={`${text} new`}>
        {text}
      </Badge>
      <span id={id} hidden>{`${text} new`}</span>
    </>
  )
}

/** The views of the orders, with how many each has. */
export function OrderViews({ slug, onFollow }: { slug: string; onFollow?: (() => void) | undefined }) {
  const present: SearchTexts = useSearch({ strict: false })
  return useDeskViews().views.map(({ key, name, search, count }) => (
    <NavLink
      key={key}
      label={name}
      active={isPresent(search, present)}
      rightSection={
        count !== null && (
          <Text span size="sm">
            {countText(count, ORDERS_COUNTED)}
          </Text>
        )
      }
      renderRoot={(props) => <Link {...props} to="/w/$slug/orders" params={{ slug }} search={search} />}
      onClick={onFollow}
      style={{ borderRadius: 'var(--mantine-radius-sm)', paddingBlock: 6, paddingInlineStart: 44 }}
    />
  ))
}

/** Whether the list shows just this view. */
function isPresent(search: CountedView['search'], present: SearchTexts): boolean {
  if (search.view !== undefined || present['view'] !== undefined) return search.view === present['view']
  return !present['q'] && ORDER_FILTERS.every((name) => (search[name] ?? '') === (present[name] ?? ''))
}
