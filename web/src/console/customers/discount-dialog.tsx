import { Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { parsePercent } from '../../shared/percent.ts'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { notify } from '../../shared/toasts.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { refreshTerms } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'
import { DiscountEffect, discountEffectQuery } from './discount-effect.tsx'
import { isSameScope, scopeOf } from './discount-scope.ts'
import type { DiscountRule, DiscountScope } from './discount-scope.ts'
import { searchGroups } from '../choices.ts'

type Scope = 'all' | 'brand' | 'category'

const SCOPES = [
  { value: 'all', label: 'Everything' },
  { value: 'brand', label: 'Brand' },
  { value: 'category', label: 'Category' },
] as const
const GROUP_LABEL = { brand: 'Brand', category: 'Category' } as const

type DiscountDialogProps = { owner: TermsOwner; rule?: DiscountRule; onClose: () => void }

/**
 * Adds a discount, or changes the figure of one. What it changes is said while it is typed; where that is much, the
 * name of the customer or price group is asked for.
 */
export function DiscountDialog({ owner, rule, onClose }: DiscountDialogProps) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const [scope, setScope] = useState<Scope>(rule?.appliesTo ?? 'all')
  const [group, setGroup] = useState<Choice | null>(null)
  const [percent, setPercent] = useState(rule ? String(rule.discountBp / 100) : '')
  const on = rule ? scopeOf(rule) : chosenScope(scope, group)
  const parsed = parsePercent(percent)
  const present = on && owner.discountRules.find((one) => isSameScope(scopeOf(one), on))
  // Set when the form was sent, but its effect is so large that it is asked for once more.
  const isAsking = useRef(false)
  const [isConfirming, setConfirming] = useState(false)
  const put = (asked: { on: DiscountScope; discountBp: number }) =>
    api.PUT(`/app-api/console/{slug}/${owner.kind}/{id}/discounts`, {
      params: { path: { slug, id: owner.id } },
      body: { ...asked, seenBp: present?.discountBp ?? null },
    })
  const save = async (isConfirmed = false) => {
    throwProblems({
      name: on ? undefined : `Choose a ${scope}.`,
      discountBp: parsed.problem ?? (parsed.value === null ? 'Write a percentage, such as 12.5.' : undefined),
    })
    const asked = { on: on!, discountBp: parsed.value! }
    if (!isConfirmed) {
      const { isLarge } = await queryClient.fetchQuery(discountEffectQuery(slug, owner, asked))
      isAsking.current = isLarge
      if (isLarge) return
    }
    await put(asked).finally(() => refreshTerms(queryClient, slug))
    notify(`${parsed.value! / 100}% off ${on!.appliesTo === 'all' ? 'everything' : on!.name} is set.`)
  }
  const title = rule ? `Change ${rule.label}` : 'Add discount'
  const effect = <DiscountEffect owner={owner} on={on} discountBp={parsed.value ?? null} />
  if (isConfirming) {
    return (
      <ConfirmDialog
        onClose={onClose}
        title={title}
        effect={effect}
        typedName={owner.name}
        onConfirm={() => save(true)}
      />
    )
  }
  const close = () => {
    if (!isAsking.current) return onClose()
    isAsking.current = false
    setConfirming(true)
  }
  return (
    <FormDialog onClose={close} title={title} onSubmit={() => save()} size="lg">
      {(fieldError) => (
        <>
          {!rule && (
            <Select
              label="Applies to"
              data={SCOPES}
              value={scope}
              onChange={(value) => {
                setScope(value ?? 'all')
                setGroup(null)
              }}
              allowDeselect={false}
            />
          )}
          {!rule && scope !== 'all' && (
            <GroupSelect key={scope} grouping={scope} value={group} onChange={setGroup} error={fieldError('name')} />
          )}
          <TextInput
            label="Discount"
            required
            inputMode="decimal"
            rightSection={<span aria-hidden>%</span>}
            value={percent}
            onChange={(event) => setPercent(event.currentTarget.value)}
            error={fieldError('discountBp') ?? parsed.problem}
            autoComplete="off"
          />
          {effect}
        </>
      )}
    </FormDialog>
  )
}

type GroupSelectProps = {
  grouping: 'brand' | 'category'
  value: Choice | null
  onChange: (choice: Choice | null) => void
  error: string | undefined
}

function GroupSelect({ grouping, value, onChange, error }: GroupSelectProps) {
  const { slug } = useWorkspace()
  return (
    <SearchSelect
      label={GROUP_LABEL[grouping]}
      required
      value={value}
      onChange={onChange}
      searchKey={['groups', slug, grouping]}
      search={(text, signal) => searchGroups(slug, grouping, text, signal)}
      error={error}
    />
  )
}

function chosenScope(scope: Scope, group: Choice | null): DiscountScope | null {
  if (scope === 'all') return { appliesTo: 'all' }
  return group && { appliesTo: scope, name: group.label }
}
