import { useNavigate, useSearch } from '@tanstack/react-router'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../act-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { beginDraft, begunDraft, useDraftKey } from './draft-order.ts'
import type { DraftLine } from './draft-order.ts'

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
export function BeginOrder({ label, dialog, customer, lines, reason, variant = 'default' }: BeginOrderProps) {
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
  return (
    <>
      <ActButton label={label} reason={reason} variant={variant} run={run} />
      {search.dialog === dialog && reason === null && (
        <ConfirmDialog
          onClose={() => changeSearch({ dialog: undefined })}
          title={label}
          effect={`An order with ${counted(begun.lines.length, 'line')}${whose} was started, and is not placed yet. ${place}`}
          confirmLabel={label}
          onConfirm={begin}
        />
      )}
    </>
  )
}
