import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { counted } from '../../../../server/src/shared/counted.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useAddToBasket } from '../basket/basket-queries.ts'
import { usePortal } from '../portal-context.tsx'
import { orderAgainQuery } from './order-queries.ts'
import type { LineAgain } from './order-queries.ts'

type OrderAgainProps = { id: string; opened: boolean; onClose: () => void }

/** Shows what is different today before the lines of an order go into the basket once more. */
export function OrderAgain({ id, opened, onClose }: OrderAgainProps) {
  const { slug } = usePortal()
  const { data: lines, error } = useQuery({ ...orderAgainQuery(slug, id), enabled: opened, staleTime: 0 })
  const add = useAddToBasket()
  const navigate = useNavigate()
  const able = lines?.filter(({ product }) => product !== null) ?? []
  const submit = async () => {
    await add(able.map(({ sku, qty }) => ({ sku, qty })))
    await navigate({ to: '/t/$slug/basket', params: { slug } })
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Order again"
      submitLabel="Add to basket"
      size="lg"
      disabled={able.length === 0}
      onSubmit={submit}
    >
      <Problem error={error} />
      {!lines && !error && <Skeleton h={80} />}
      {lines && <Differences lines={lines} />}
    </FormDialog>
  )
}

function Differences({ lines }: { lines: LineAgain[] }) {
  const { currency } = usePortal()
  const different = lines.filter(({ problem, price, ordered }) => problem !== null || price?.unit !== ordered.unit)
  const all = counted(lines.length, 'line')
  return (
    <>
      <Text>
        {different.length === 0
          ? `${all} can be ordered as before, at the same prices.`
          : `${different.length} of ${all} ${different.length === 1 ? 'is' : 'are'} different today:`}
      </Text>
      {different.length > 0 && (
        <ul>
          {different.map(({ sku, name, problem, price, ordered }) => (
            <li key={sku}>
              {sku} {name}:{' '}
              {price === null
                ? 'no longer available to you, and left out'
                : (problem ??
                  `was ${formatMoney(ordered.unit, currency)}, is ${formatMoney(price.unit, currency)} now`)}
            </li>
          ))}
        </ul>
      )}
      <Text size="sm" c="dimmed">
        The lines are added to what is in the basket already.
      </Text>
    </>
  )
}
