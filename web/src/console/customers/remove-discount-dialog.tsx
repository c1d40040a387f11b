import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { notifyWithUndo } from '../../shared/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { customersKey } from './customer-queries.ts'
import type { Customer } from './customer-queries.ts'
import { DiscountEffect, discountEffectQuery } from './discount-effect.tsx'
import { scopeOf } from './discount-scope.ts'
import type { DiscountRule } from './discount-scope.ts'

type RemoveDiscountProps = { customer: Customer; rule: DiscountRule; onClose: () => void }

/** Asks before a discount goes, and says what it changes. It can be undone. */
export function RemoveDiscountDialog({ customer, rule, onClose }: RemoveDiscountProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const asked = { on: scopeOf(rule), discountBp: null }
  const { data: effect } = useQuery(discountEffectQuery(slug, customer.id, asked))
  const refresh = () => queryClient.invalidateQueries({ queryKey: customersKey(slug) })
  const remove = async () => {
    await api
      .DELETE('/app-api/console/{slug}/discounts/{id}', {
        params: { path: { slug, id: rule.id }, query: { seenBp: rule.discountBp } },
      })
      .finally(refresh)
    notifyWithUndo(`${rule.label} was removed.`, async () => {
      await api.PUT('/app-api/console/{slug}/customers/{id}/discounts', {
        params: { path: { slug, id: customer.id } },
        body: { on: scopeOf(rule), discountBp: rule.discountBp, seenBp: null },
      })
      await refresh()
    })
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${rule.label}`}
      effect={<DiscountEffect customer={customer} on={scopeOf(rule)} discountBp={null} removes />}
      typedName={effect?.isLarge ? customer.name : undefined}
      danger
      onConfirm={remove}
    />
  )
}
