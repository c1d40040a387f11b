import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { notifyWithUndo } from '../../shared/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { refreshTerms } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'
import { DiscountEffect, discountEffectQuery } from './discount-effect.tsx'
import { scopeOf } from './discount-scope.ts'
import type { DiscountRule } from './discount-scope.ts'

type RemoveDiscountProps = { owner: TermsOwner; rule: DiscountRule; onClose: () => void }

/** Asks before a discount goes, and says what it changes. It can be undone. */
export function RemoveDiscountDialog({ owner, rule, onClose }: RemoveDiscountProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const asked = { on: scopeOf(rule), discountBp: null }
  const { data: effect } = useQuery(discountEffectQuery(slug, owner, asked))
  const refresh = () => refreshTerms(queryClient, slug)
  const remove = async () => {
    await api
      .DELETE('/app-api/console/{slug}/discounts/{id}', {
        params: { path: { slug, id: rule.id }, query: { seenBp: rule.discountBp } },
      })
      .finally(refresh)
    notifyWithUndo(`${rule.label} was removed.`, async () => {
      await api.PUT(`/app-api/console/{slug}/${owner.kind}/{id}/discounts`, {
        params: { path: { slug, id: owner.id } },
        body: { on: scopeOf(rule), discountBp: rule.discountBp, seenBp: null },
      })
      await refresh()
    })
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${rule.label}`}
      effect={<DiscountEffect owner={owner} on={scopeOf(rule)} discountBp={null} removes />}
      typedName={effect?.isLarge ? owner.name : undefined}
      danger
      onConfirm={remove}
    />
  )
}
