import { Group, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ButtonLink, TextLink } from '../../shared/links.tsx'
import { CreditNotice } from '../../shared/order-parts.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Page } from '../../shared/page.tsx'
import { usePortal } from '../portal-context.tsx'
import { Facts, OrderPdfLink } from './order-page.tsx'
import { orderQuery } from '../queries.ts'
import type { Order } from '../queries.ts'
import { CHANGEABLE } from '../../../../server/src/shared/order-steps.ts'
import { totalLines } from '../../../../server/src/shared/tax.ts'
import { addressInWords, dayInWords } from '../../../../server/src/shared/read-day.ts'

const route = getRouteApi('/t/$slug/orders/$id/sent')

/** What was just ordered has arrived: what comes of it, and how to change it. */
export function OrderSentPage() {
  const { slug, taxLabel } = usePortal()
  const { id } = route.useParams()
  const { data: order } = useSuspenseQuery(orderQuery(slug, id))
  const { number, poNumber, deliverTo, wantedOn, creditHold, currency } = order
  const sum = totalLines(order, taxLabel).at(-1)!
  return (
    <Page title={`Order ${number} sent`}>
      {creditHold && (
        <CreditNotice hold={creditHold} currency={currency} title="This order waits">
          Your wholesaler decides about it.
        </CreditNotice>
      )}
      <Facts
        facts={{
          [sum.label]: formatMoney(sum.amount, currency),
          ...(poNumber && { 'PO number': poNumber }),
          'Wanted on': wantedOn ? dayInWords(wantedOn) : 'As soon as possible',
          ...(deliverTo && { 'Deliver to': addressInWords(deliverTo) }),
        }}
      />
      <Mailed order={order} />
      {CHANGEABLE.includes(order.status) && <HowToChange />}
      <Group mt="lg">
        <ButtonLink to="/t/$slug/orders/$id" params={{ slug, id }}>
          See the order
        </ButtonLink>
        <ButtonLink variant="default" to="/t/$slug" params={{ slug }}>
          Back to the catalogue
        </ButtonLink>
        <OrderPdfLink order={order} />
      </Group>
    </Page>
  )
}

function Mailed({ order: { buyer } }: { order: Order }) {
  const { slug, me } = usePortal()
  const isMailed = me.orderMails === 'all' || (me.orderMails === 'own' && buyer?.email === me.email)
  return (
    <Text mb="md">
      {isMailed ? `A mail about it is on its way to ${me.email}.` : 'You get no mail about it.'}{' '}
      <TextLink underline="always" to="/t/$slug/account" params={{ slug }}>
        {isMailed ? 'Change which mails you get' : 'Choose which mails you get'}
      </TextLink>
    </Text>
  )
}

function HowToChange() {
  const { name, settings } = usePortal()
  return (
    <>
      <Text>To change or cancel it, ask {name}, until it is on its way.</Text>
      {settings.address && (
        <Text c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {settings.address}
        </Text>
      )}
    </>
  )
}
