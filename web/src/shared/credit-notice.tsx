import { Alert } from '@mantine/core'
import { creditInWords } from '../../../server/src/shared/credit.ts'
import type { CreditHold } from '../../../server/src/shared/credit.ts'
import { formatMoney } from './money.tsx'

type CreditNoticeProps = { hold: CreditHold; currency: string; title: string; children?: string }

/** Says by how much an order passes the credit limit, and what that means. */
export function CreditNotice({ hold, currency, title, children }: CreditNoticeProps) {
  return (
    <Alert color="yellow" mb="md" title={title}>
      {creditInWords(hold, (minor) => formatMoney(minor, currency))}. {children}
    </Alert>
  )
}
