import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { formatDateTime } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { TextLink } from '../../shared/text-link.tsx'
import { usePortal } from '../portal-context.tsx'
import type { ApprovalRequest } from './colleague-queries.ts'
import styles from './colleagues.module.css'

/** A request in a list, with the way to all of it. */
export function RequestRow({ request, children }: { request: ApprovalRequest; children?: ReactNode }) {
  const { slug, timezone, currency, taxLabel } = usePortal()
  const { id, name, isOwn, askedAt, subtotal, lineCount, sentBack } = request
  const sum = `${formatMoney(subtotal, currency)} ${taxLabel} in ${counted(lineCount, 'line')}`
  const asked = formatDateTime(askedAt, timezone)
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <TextLink fw={600} className={styles.name} to="/t/$slug/colleagues/$id" params={{ slug, id }}>
          {isOwn ? sum : `Basket of ${name}`}
        </TextLink>
        <Text size="sm" c="dimmed">
          {isOwn ? `Asked ${asked}` : `${sum}, asked ${asked}`}
        </Text>
        {sentBack && <Text size="sm">{sentBackInWords(sentBack)}</Text>}
      </div>
      {children}
    </li>
  )
}

/** "Sent back by Cy Chief: Only two, please." */
export function sentBackInWords({ by, note }: NonNullable<ApprovalRequest['sentBack']>): string {
  return `Sent back by ${by}${note ? `: ${note}` : '.'}`
}
