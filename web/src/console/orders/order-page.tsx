import { Box } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { CreditNotice } from '../../shared/credit-notice.tsx'
import { Page } from '../../shared/page.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { Tracking } from '../../shared/tracking.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { addressInWords, dayInWords } from '../../../../server/src/shared/where-and-when.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderPaper } from './order-paper.tsx'
import { orderQuery } from './order-queries.ts'
import { TrackingField } from './tracking-field.tsx'
import type { OrderForStaff } from './order-queries.ts'
import { OrderStatusBadge } from '../../shared/order-status-badge.tsx'
import styles from './order.module.css'
import { TextLink } from '../../shared/text-link.tsx'

const route = getRouteApi('/w/$slug/orders/$id')

export function OrderPage() {
  const { id } = route.useParams()
  const { slug } = useWorkspace()
  const { data: order } = useSuspenseQuery(orderQuery(slug, id))
  const [tracking, setTracking] = useState('')
  return (
    <Page
      title={`Order ${order.number}`}
      beside={
        <span className="no-print">
          <OrderStatusBadge status={order.status} isWaitedFor />
        </span>
      }
      description={<Placed order={order} />}
      crumbs={[{ label: 'Orders', link: { to: '/w/$slug/orders', params: { slug } } }]}
      actions={<OrderActions order={order} tracking={tracking} />}
    >
      {order.creditHold && (
        <div className="no-print">
          <CreditNotice hold={order.creditHold} currency={order.currency} title="Held by the credit limit">
            Confirming it releases the hold.
          </CreditNotice>
        </div>
      )}
      <OrderPaper order={order} />
      <div className={styles.columns}>
        <OrderLines order={order} />
        <Box className="no-print">
          <OrderFacts order={order} />
          <TrackingField order={order} tracking={tracking} onTracking={setTracking} />
          <OrderHistory order={order} />
          <OrderNotes order={order} />
        </Box>
      </div>
    </Page>
  )
}

function Placed({ order }: { order: OrderForStaff }) {
  const { slug, timezone } = useWorkspace()
  const { customer, buyer, history } = order
  const by = buyer?.name ?? history[0]?.by.name
  return (
    <span className="no-print">
      For{' '}
      {order.contact ? (
        <TextLink underline="always" to="/w/$slug/customers/$id" params={{ slug, id: customer.id }}>
          {customer.name}
        </TextLink>
      ) : (
        customer.name
      )}
      , placed by {by} <RelativeTime at={order.placedAt} timezone={timezone} />
    </span>
  )
}

function OrderFacts({ order }: { order: OrderForStaff }) {
  const { contact, customer, buyer, requestedBy } = order
  const facts = [
    ['Account code', customer.accountCode],
    ['PO number', order.poNumber],
    ['Cost centre', order.costCentre],
    ['Deliver to', order.deliverTo && addressInWords(order.deliverTo)],
    ['Wanted on', order.wantedOn && dayInWords(order.wantedOn)],
    ['Customer’s note', order.note],
    ['Buyer', buyer && `${buyer.name}, ${buyer.email}`],
    ['Requested by', requestedBy && `${requestedBy.name}, ${requestedBy.email}`],
    ['Contact', contact?.contactName],
    ['Phone', contact?.phone],
    ['E-mail', contact?.email],
    ['Payment', contact?.paymentTermsDays === null || !contact ? null : `${contact.paymentTermsDays} days`],
  ] as const
  return (
    <dl className={styles.facts} aria-label="About this order">
      {order.tracking && (
        <div>
          <dt>Tracking</dt>
          <dd>
            <Tracking tracking={order.tracking} />
          </dd>
        </div>
      )}
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
