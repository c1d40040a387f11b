import { dateInWords } from '../../../../server/src/shared/moment-in-words.ts'
import { dayInWords, streetInWords } from '../../../../server/src/shared/where-and-when.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { OrderForStaff } from './order-queries.ts'
import styles from './order.module.css'

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
        {(buyer?.email ?? contact?.email) && <span>{buyer?.email ?? contact?.email}</span>}
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
