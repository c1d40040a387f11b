import { Box, Text, Title, Group, Textarea, TextInput } from '@mantine/core'
import { useSuspenseQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { CreditNotice, Tracking, OrderStatusBadge, OrderChanges } from '../../shared/order-parts.tsx'
import { Page } from '../../shared/page.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { addressInWords, dayInWords, streetInWords } from '../../../../server/src/shared/read-day.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderLines } from './order-lines.tsx'
import { orderQuery, refreshOrders } from './order-queries.ts'
import type { OrderForStaff } from './order-queries.ts'
import styles from './order.module.css'
import { TextLink } from '../../shared/links.tsx'
import { ORDER_STEPS } from '../../../../server/src/shared/order-steps.ts'
import { dateInWords } from '../../../../server/src/shared/moment-in-words.ts'
import { api } from '../../shared/api.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { SubmitForm, throwProblems } from '../../shared/form.tsx'
import { notifyWithUndo, notify } from '../../shared/toasts.tsx'
import { ORDER_LIMITS } from '../../../../server/src/shared/limits.ts'
import { trackingProblem } from '../../../../server/src/shared/tracking.ts'

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
          <ReferenceField order={order} />
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
    ['Reference', order.reference],
    ['Cost centre', order.costCentre],
    ['Deliver to', order.deliverTo && addressInWords(order.deliverTo)],
    ['Wanted on', order.wantedOn && dayInWords(order.wantedOn)],
    ['Customer’s note', order.note],
    ['Buyer', buyer && [buyer.name, buyer.email].filter(Boolean).join(', ')],
    ['Requested by', requestedBy && [requestedBy.name, requestedBy.email].filter(Boolean).join(', ')],
    ['Contact name', contact?.contactName],
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

/** How the order came to its status, oldest first. */
export function OrderHistory({ order }: { order: OrderForStaff }) {
  const { timezone } = useWorkspace()
  return (
    <section aria-label="History">
      <Title order={2} size="h4" mt="lg" mb="xs">
        History
      </Title>
      <ol className={styles.history}>
        {order.history.map(({ status, at, by, note, changes }) => (
          <li key={`${status} ${at} ${changes !== null}`} data-status={status}>
            <Text fw={600} size="sm">
              {changes ? 'Lines changed' : status === 'new' ? 'Placed' : ORDER_STEPS[status].label}
            </Text>
            <Text size="sm" c="dimmed">
              {by.name}, <RelativeTime at={at} timezone={timezone} />
            </Text>
            {note && <Text size="sm">{note}</Text>}
            {changes && <OrderChanges changes={changes} currency={order.currency} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The head of a printed order: from whom, for whom, and its references. The lines follow it. */
export function OrderPaper({ order }: { order: OrderForStaff }) {
  const { name, timezone } = useWorkspace()
  const { customer, contact, buyer } = order
  return (
    <div className={styles.paper}>
      <address>
        <strong>From</strong>
        <span>{name}</span>
      </address>
      <address>
        <strong>For</strong>
        <span>{customer.name}</span>
        {customer.accountCode && <span>Account {customer.accountCode}</span>}
        {(buyer?.name ?? contact?.contactName) && <span>{buyer?.name ?? contact?.contactName}</span>}
        {(buyer?.email || contact?.email) && <span>{buyer?.email || contact?.email}</span>}
        {contact?.phone && <span>{contact.phone}</span>}
      </address>
      {order.deliverTo && (
        <address>
          <strong>Deliver to</strong>
          <span>{order.deliverTo.name}</span>
          <span>{streetInWords(order.deliverTo)}</span>
        </address>
      )}
      <dl>
        <Fact name="Date" value={dateInWords(order.placedAt, timezone)} />
        <Fact name="Requested by" value={order.requestedBy?.name ?? null} />
        <Fact name="PO number" value={order.poNumber} />
        <Fact name="Reference" value={order.reference} />
        <Fact name="Cost centre" value={order.costCentre} />
        <Fact name="Wanted on" value={order.wantedOn && dayInWords(order.wantedOn)} />
        <Fact
          name="Payment"
          value={contact && contact.paymentTermsDays !== null ? `${contact.paymentTermsDays} days` : null}
        />
      </dl>
      {order.note && <p>Note: {order.note}</p>}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (!value) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Notes among staff, and the field for another one. */
export function OrderNotes({ order }: { order: OrderForStaff }) {
  const { slug, timezone, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const path = { slug, id: order.id }
  const remove = async (noteId: string) => {
    await api.DELETE('/app-api/console/{slug}/orders/{id}/notes/{noteId}', { params: { path: { ...path, noteId } } })
    await refreshOrders(queryClient, slug)
  }
  const add = async () => {
    throwProblems({ text: text.trim() === '' ? 'Write the note first.' : undefined })
    const { data } = await api.POST('/app-api/console/{slug}/orders/{id}/notes', { params: { path }, body: { text } })
    setText('')
    await refreshOrders(queryClient, slug)
    notifyWithUndo('Note added.', () => remove(data.id))
  }
  return (
    <section aria-label="Notes">
      <Title order={2} size="h4" mt="lg" mb="xs">
        Notes
      </Title>
      <ul className={styles.notes}>
        {order.notes.map((note) => (
          <li key={note.id}>
            <Text size="sm" className={styles.text}>
              {note.text}
            </Text>
            <Text size="xs" c="dimmed">
              {note.by.name}, <RelativeTime at={note.at} timezone={timezone} />
            </Text>
          </li>
        ))}
      </ul>
      <SubmitForm onSubmit={add} disabled={reasonNot('orders') !== null}>
        {(fieldError, pending) => (
          <>
            <Textarea
              label="New note"
              description="Only your staff see it."
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              error={fieldError('text')}
              maxLength={ORDER_LIMITS.note}
              autosize
              minRows={2}
            />
            <Group>
              <GuardedButton reason={reasonNot('orders')} type="submit" variant="default" size="xs" loading={pending}>
                Add note
              </GuardedButton>
            </Group>
          </>
        )}
      </SubmitForm>
    </section>
  )
}

type Props = { order: OrderForStaff; tracking: string; onTracking: (tracking: string) => void }

/** Where the goods can be followed: typed before "Dispatch", which sends it along; saved by itself afterwards. */
export function TrackingField({ order, tracking, onTracking }: Props) {
  if (order.status === 'dispatched') return <SaveTracking order={order} />
  if (order.status !== 'confirmed') return null
  return (
    <TextInput
      mt="md"
      label="Tracking"
      description="A link or a number. “Dispatch” tells it to the buyer."
      value={tracking}
      onChange={(event) => onTracking(event.currentTarget.value)}
      error={trackingProblem(tracking.trim())}
      maxLength={ORDER_LIMITS.tracking}
      autoComplete="off"
    />
  )
}

function SaveTracking({ order }: { order: OrderForStaff }) {
  return (
    <SavedText
      key={order.tracking}
      order={order}
      name="tracking"
      label="Tracking"
      description="A link or a number. The buyer is told when you save it."
      problem={trackingProblem}
      save={async (tracking, path) => {
        const body = tracking === '' ? {} : { tracking }
        return (await api.PUT('/app-api/console/{slug}/orders/{id}/tracking', { params: { path }, body })).data
      }}
      saved={(tracking) =>
        tracking === ''
          ? 'The tracking was removed.'
          : 'The tracking was saved. The customer’s buyers are mailed as they wish.'
      }
    />
  )
}

/** The wholesaler's own number for the order, which an ERP mostly sets. */
function ReferenceField({ order }: { order: OrderForStaff }) {
  return (
    <SavedText
      key={order.reference}
      order={order}
      name="reference"
      label="Reference"
      description="Your own number for the order, as of your ERP. Buyers see it."
      save={async (reference, path) =>
        (await api.PUT('/app-api/console/{slug}/orders/{id}/reference', { params: { path }, body: { reference } })).data
      }
      saved={(reference) => (reference === '' ? 'The reference was removed.' : 'The reference was saved.')}
    />
  )
}

type SavedTextProps = {
  order: OrderForStaff
  name: 'tracking' | 'reference'
  label: string
  description: string
  problem?: (text: string) => string | undefined
  save: (text: string, path: { slug: string; id: string }) => Promise<OrderForStaff>
  saved: (text: string) => string
}

/** A text of the order that is saved by itself. */
function SavedText({ order, name, label, description, problem, save, saved }: SavedTextProps) {
  const { slug, reasonNot } = useWorkspace()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(order[name] ?? '')
  const text = typed.trim()
  const submit = async () => {
    throwProblems({ [name]: problem?.(text) })
    queryClient.setQueryData(orderQuery(slug, order.id).queryKey, await save(text, { slug, id: order.id }))
    void refreshOrders(queryClient, slug)
    notify(saved(text))
  }
  const unchanged = text === (order[name] ?? '') && 'It is saved.'
  return (
    <SubmitForm onSubmit={submit} disabled={reasonNot('orders') !== null || unchanged !== false}>
      {(fieldError, pending) => (
        <>
          <TextInput
            mt="md"
            label={label}
            description={description}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={fieldError(name)}
            maxLength={ORDER_LIMITS[name]}
            autoComplete="off"
          />
          <div>
            <GuardedButton
              reason={reasonNot('orders') ?? unchanged}
              type="submit"
              variant="default"
              size="xs"
              loading={pending}
            >
              Save {name}
            </GuardedButton>
          </div>
        </>
      )}
    </SubmitForm>
  )
}
