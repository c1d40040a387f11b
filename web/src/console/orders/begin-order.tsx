import { useNavigate, useSearch } from '@tanstack/react-router'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../act-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { beginDraft, begunDraft, useDraftKey } from './draft-order.ts'
import type { DraftLine } from './draft-order.ts'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { formatMoney } from '../../shared/money.tsx'

type BeginOrderProps = {
  label: string
  /** Of the address, while it asks. */
  dialog: string
  customer: { id: string; name: string }
  /** Without any, an order that was begun for the same customer goes on. */
  lines?: DraftLine[]
  /** Why nothing can be ordered. */
  reason: string | null
  variant?: 'default' | 'filled'
}

/** Opens "Place an order" with a customer, and with lines. Another order that was begun is asked about. */
export function BeginOrder({ variant = 'default', ...props }: BeginOrderProps) {
  const { act, question } = useBeginOrder(props)
  return (
    <>
      <ActButton {...act} variant={variant} />
      {question}
    </>
  )
}

/** The same as an act of the page, and what it asks. */
export function useBeginOrder({ label, dialog, customer, lines, reason }: Omit<BeginOrderProps, 'variant'>) {
  const { slug } = useWorkspace()
  const search = useSearch({ strict: false })
  const changeSearch = useChangeSearch()
  const navigate = useNavigate()
  const key = useDraftKey()
  const open = () => navigate({ to: '/w/$slug/orders', params: { slug }, search: { dialog: 'place' } })
  const begin = async () => {
    beginDraft(key, { customer: { value: customer.id, label: customer.name }, lines: lines ?? [] })
    await open()
  }
  const begun = begunDraft(key)
  const run = () => {
    if (!lines && begun.customer?.value === customer.id) void open()
    else if (begunDraft(key).lines.length > 0) changeSearch({ dialog }, { push: true })
    else void begin()
  }
  const whose = begun.customer ? ` for ${begun.customer.label}` : ''
  const place = lines ? 'These lines replace it.' : `This one, for ${customer.name}, replaces it.`
  const question = search.dialog === dialog && reason === null && (
    <ConfirmDialog
      onClose={() => changeSearch({ dialog: undefined })}
      title={label}
      effect={`An order with ${counted(begun.lines.length, 'line')}${whose} was started, and is not placed yet. ${place}`}
      confirmLabel={label}
      onConfirm={begin}
    />
  )
  return { act: { label, reason, run }, question }
}

type Last = { qty: number; unit: number; at: string }

/** "24 at £6.62", as a customer ordered a product last. */
export function lastInWords({ qty, unit }: Pick<Last, 'qty' | 'unit'>, currency: string): string {
  return `${qty.toLocaleString('en')} at ${formatMoney(unit, currency)}`
}

/** The same with when. In a column, its header says of what it is. */
export function LastOrdered({ last, isInColumn = false }: { last: Last; isInColumn?: boolean }) {
  const { currency, timezone } = useWorkspace()
  return (
    <>
      {!isInColumn && 'Last: '}
      {lastInWords(last, currency)}, <RelativeTime at={last.at} timezone={timezone} />
    </>
  )
}
