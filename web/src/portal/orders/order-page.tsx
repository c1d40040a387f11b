import { Anchor, Box, Table, Text, Title, Skeleton } from '@mantine/core'
import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { quantityInUnits } from '../../../../server/src/shared/units.ts'
import { CreditNotice, OrderChanges, Tracking, OrderStatusBadge } from '../../shared/order-parts.tsx'
import { formatDate, formatDateTime } from '../../shared/dates.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { LineProduct } from '../line-product.tsx'
import { usePortal } from '../portal-context.tsx'
import { OrderProgress } from './order-progress.tsx'
import { orderQuery, orderAgainQuery } from '../queries.ts'
import type { Order, OrderWithLines, LineAgain } from '../queries.ts'
import styles from './orders.module.css'
import { availabilityInWords } from '../../../../server/src/shared/availability.ts'
import { totalLines } from '../../../../server/src/shared/tax.ts'
import { dateInWords } from '../../../../server/src/shared/moment-in-words.ts'
import { addressInWords, dayInWords } from '../../../../server/src/shared/read-day.ts'
import { labelForBuyers } from '../../../../server/src/shared/order-steps.ts'
import type { ReactNode } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useAddToBasket } from '../basket/basket-queries.ts'

const route = getRouteApi('/t/$slug/orders/$id')

/** One order: its lines at the prices of that time, and how far it has come. */
export function OrderPage() {
  const { slug, reasonNotToOrder } = usePortal()
  const { id } = route.useParams()
  const { dialog } = route.useSearch()
  const changeSearch = useChangeSearch()
  const { data: order } = useSuspenseQuery(orderQuery(slug, id))
  return (
    <Page
      title={`Order ${order.number}`}
      beside={<OrderStatusBadge status={order.status} forBuyers />}
      crumbs={[{ label: 'Your orders', link: { to: '/t/$slug/orders', params: { slug } } }]}
      actions={
        <>
          <OrderPdfLink order={order} />
          <GuardedButton reason={reasonNotToOrder} onClick={() => changeSearch({ dialog: 'again' }, { push: true })}>
            Order again
          </GuardedButton>
        </>
      }
    >
      {order.creditHold && (
        <CreditNotice hold={order.creditHold} currency={order.currency} title="This order waits">
          Your wholesaler decides about it.
        </CreditNotice>
      )}
      <Progress order={order} />
      <OrderFacts order={order} />
      <Lines order={order} />
      <History order={order} />
      <OrderAgain id={id} opened={dialog === 'again'} onClose={() => changeSearch({ dialog: undefined })} />
    </Page>
  )
}

function Progress({ order: { status, history } }: { order: OrderWithLines }) {
  const { timezone } = usePortal()
  // A step back and forth: the last time counts.
  const reached = Object.fromEntries(
    history.filter(({ changes }) => changes === null).map((step) => [step.status, formatDate(step.at, timezone)]),
  )
  return <OrderProgress status={status} reached={reached} />
}

/** The order as a file. */
export function OrderPdfLink({ order: { id, number } }: { order: Order }) {
  const { slug } = usePortal()
  return (
    <Anchor
      href={`/app-api/portal/${slug}/orders/${id}/pdf`}
      download={`order-${number}.pdf`}
      className="standalone-link"
    >
      PDF
    </Anchor>
  )
}

function OrderFacts({ order }: { order: OrderWithLines }) {
  const { timezone } = usePortal()
  const facts = {
    Placed: dateInWords(order.placedAt, timezone),
    By: order.buyer?.name ?? 'Phone',
    ...(order.requestedBy && { 'Requested by': order.requestedBy.name }),
    ...(order.poNumber && { 'PO number': order.poNumber }),
    ...(order.reference && { Reference: order.reference }),
    ...(order.costCentre && { 'Cost centre': order.costCentre }),
    ...(order.deliverTo && { 'Deliver to': addressInWords(order.deliverTo) }),
    ...(order.wantedOn && { 'Wanted on': dayInWords(order.wantedOn) }),
    ...(order.note && { Note: order.note }),
    ...(order.tracking && { Tracking: <Tracking tracking={order.tracking} /> }),
  }
  return <Facts facts={facts} />
}

function Lines({ order }: { order: OrderWithLines }) {
  const { lines, currency, terms } = order
  const { taxLabel } = usePortal()
  // There is no room for the column: the unit price stands below the total.
  const isPhone = useIsPhone()
  return (
    <Box className={styles.scroll} tabIndex={0} role="region" aria-label="Lines" mb="lg">
      <Table aria-label="Lines">
        <Table.Thead>
          <Table.Tr>
            {!isPhone && <Table.Th>SKU</Table.Th>}
            <Table.Th>Product</Table.Th>
            <Table.Th ta="end">Quantity</Table.Th>
            {!isPhone && <Table.Th ta="end">Unit price</Table.Th>}
            <Table.Th ta="end">Total</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ productId, sku, name, customerCode, qty, unitLabel, price, picture, ...line }) => (
            <Table.Tr key={productId}>
              {!isPhone && <Table.Td>{sku}</Table.Td>}
              <Table.Td className={styles.product}>
                <LineProduct {...{ productId, name, picture }}>
                  {isPhone && (
                    <Text size="xs" c="dimmed">
                      {sku}
                    </Text>
                  )}
                  {customerCode && (
                    <Text size="xs" c="dimmed">
                      Your part number: {customerCode}
                    </Text>
                  )}
                  <Text size="xs" c="dimmed">
                    {availabilityInWords(line).join(', ')}
                  </Text>
                  {price.label && (
                    <Text size="xs" c="dimmed">
                      {price.label}
                    </Text>
                  )}
                </LineProduct>
              </Table.Td>
              <Table.Td ta="end">{quantityInUnits(qty, unitLabel)}</Table.Td>
              {!isPhone && <Table.Td ta="end">{formatMoney(price.unit, currency)}</Table.Td>}
              <Table.Td ta="end" className={styles.total}>
                {formatMoney(price.line, currency)}
                {isPhone && (
                  <Text size="xs" c="dimmed">
                    {formatMoney(price.unit, currency)} each
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          {totalLines(order, taxLabel).map(({ label, amount }) => (
            <Table.Tr key={label}>
              <Table.Th colSpan={isPhone ? 2 : 4} ta="end" scope="row">
                {label}
              </Table.Th>
              <Table.Td ta="end" fw={700} className={styles.total}>
                {formatMoney(amount, currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tfoot>
      </Table>
      {terms && (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {terms}
        </Text>
      )}
    </Box>
  )
}

function History({ order }: { order: OrderWithLines }) {
  const { timezone, name } = usePortal()
  return (
    <section aria-labelledby="history">
      <Title order={2} size="h4" mb="xs" id="history">
        History
      </Title>
      <ol className={styles.history}>
        {order.history.map(({ status, at, by, note, changes }) => (
          <li key={`${status} ${at} ${changes !== null}`}>
            {changes ? 'Changed' : labelForBuyers(status)}
            <Text size="sm" c="dimmed" component="span">
              {' '}
              {formatDateTime(at, timezone)}, {by ?? name}
            </Text>
            {note && <p>{note}</p>}
            {changes && <OrderChanges changes={changes} currency={order.currency} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What is known of an order, each with its name. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type OrderAgainProps = { id: string; opened: boolean; onClose: () => void }

/** Shows what is different today before the lines of an order go into the basket once more. */
function OrderAgain({ id, opened, onClose }: OrderAgainProps) {
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
