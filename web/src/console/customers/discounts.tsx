import { Text, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../acts.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { refreshTerms, scopeWords, scopeOf, isSameScope } from './terms-owner.ts'
import type { TermsOwner, DiscountRule, DiscountScope } from './terms-owner.ts'
import { TextLink } from '../../shared/links.tsx'
import { RowActions } from './agreed-price-columns.tsx'
import { TabSection } from './tab-section.tsx'
import { percent } from '../../../../server/src/shared/read-price.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ConfirmDialog, FormDialog } from '../../shared/form-dialog.tsx'
import { notifyWithUndo, notify } from '../../shared/toasts.tsx'
import { DiscountEffect, discountEffectQuery } from './effect.tsx'
import { useRef, useState } from 'react'
import { parsePercent } from '../../shared/money.ts'
import { SearchSelect } from '../../shared/search-select.tsx'
import type { Choice } from '../../shared/search-select.tsx'
import { throwProblems } from '../../shared/form.tsx'
import { searchGroups } from '../choices.ts'

type DiscountsProps = {
  owner: TermsOwner
  /** What else counts: the discounts of the customer's price group. They are changed on its page. */
  further?: DiscountRule[]
  /** What it pays without any. */
  none: string
}

/** The discounts of a customer or price group, in the order in which the evaluation considers them. */
export function Discounts({ owner, further = [], none }: DiscountsProps) {
  const { slug, reasonNot } = useWorkspace()
  const { dialog = '', page } = useSearch({ strict: false })
  const change = useChangeSearch()
  const open = (name: string) => change({ dialog: name, page }, { push: true })
  const close = () => change({ dialog: undefined, page })
  const [act, id] = dialog.split('.')
  const rule = owner.discountRules.find((one) => one.id === id)
  return (
    <TabSection
      title="Discounts"
      description="Off the list price. They never add up: the brand's comes first, then the category's, then the one on everything."
      actions={
        <ActButton
          label="Add discount"
          reason={reasonNot('terms')}
          variant="default"
          leftSection={<IconPlus size={16} />}
          run={() => open('add-discount')}
        />
      }
    >
      <DataTable
        label="Discounts"
        columns={columnsOf(open, { slug, further })}
        rows={[...owner.discountRules, ...further]}
        rowKey={(one) => one.id}
        empty={
          <Empty title="No discounts">
            <Text span>{none}</Text>
          </Empty>
        }
      />
      {dialog === 'add-discount' && <DiscountDialog owner={owner} onClose={close} />}
      {act === 'change-discount' && rule && <DiscountDialog owner={owner} rule={rule} onClose={close} />}
      {act === 'remove-discount' && rule && <RemoveDiscountDialog owner={owner} rule={rule} onClose={close} />}
    </TabSection>
  )
}

function columnsOf(
  open: (dialog: string) => void,
  { slug, further }: { slug: string; further: DiscountRule[] },
): Column<DiscountRule>[] {
  return [
    { key: 'on', header: 'Applies to', wraps: true, cell: (one) => scopeWords(one) },
    { key: 'discount', header: 'Discount', align: 'end', cell: ({ discountBp }) => percent(discountBp) },
    {
      key: 'acts',
      header: 'Actions',
      align: 'end',
      cell: (one) =>
        further.includes(one) && one.group ? (
          <TextLink size="sm" to="/w/$slug/groups/$id" params={{ slug, id: one.group.id }}>
            From {one.group.name}
          </TextLink>
        ) : (
          <RowActions
            of={one.label}
            acts={[
              { label: 'Change', run: () => open(`change-discount.${one.id}`) },
              { label: 'Remove', run: () => open(`remove-discount.${one.id}`) },
            ]}
          />
        ),
    },
  ]
}

type RemoveDiscountProps = { owner: TermsOwner; rule: DiscountRule; onClose: () => void }

/** Asks before a discount goes, and says what it changes. It can be undone. */
function RemoveDiscountDialog({ owner, rule, onClose }: RemoveDiscountProps) {
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
function DiscountDialog({ owner, rule, onClose }: DiscountDialogProps) {
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
