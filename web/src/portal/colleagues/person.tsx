import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { limitLabel, savedTerms } from '../../shared/buyer-terms.tsx'
import type { BuyerTerms } from '../../shared/buyer-terms.tsx'
import { EditBuyerDialog } from '../../shared/edit-buyer-dialog.tsx'
import { GuardedButton } from '../../shared/guarded-button.tsx'
import type { Invited } from '../../shared/invitation-link.tsx'
import { notify } from '../../shared/toasts.ts'
import { notifyFailure, notifyWithUndo } from '../../shared/undo.tsx'
import { usePortal } from '../portal-context.tsx'
import { colleaguesQuery } from './colleague-queries.ts'
import type { Colleague } from './colleague-queries.ts'
import styles from './colleagues.module.css'

/** Why the buyer can neither invite colleagues nor change what they may, or null. */
export function useReasonNotToManage(): string | null {
  const { settings, me, reasonNotToOrder, name } = usePortal()
  if (!settings.allowColleagues) return `Only ${name} can invite buyers: ask them.`
  return me.orderLimit === null ? reasonNotToOrder : 'Only somebody who may order any sum can do this.'
}

type PersonProps = { colleague: Colleague; onLink: (invited: Invited) => void }

/** Somebody who buys for the customer, and what can be done about it. */
export function Person({ colleague, onLink }: PersonProps) {
  const { me, currency } = usePortal()
  const { id, name, email, hasJoined, orderLimit, costCentre, disabledBy } = colleague
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <Text fw={600} {...(disabledBy && { c: 'dimmed' })}>
          {name}
          {id === me.id && ' (you)'}
        </Text>
        <Text size="sm" c="dimmed">
          {email}
          {disabledBy ? ' · disabled' : !hasJoined && ' · invited'}
        </Text>
        <Text size="sm">
          {orderLimit === 0 ? '' : 'May order: '}
          {limitLabel(orderLimit, currency)}
          {costCentre && ` · ${costCentre}`}
        </Text>
      </div>
      <Group gap="xs">
        {!hasJoined && disabledBy === null && <InviteAgain colleague={colleague} onLink={onLink} />}
        {disabledBy === null && <Change colleague={colleague} />}
        {id !== me.id && <Enabled colleague={colleague} />}
      </Group>
    </li>
  )
}

function InviteAgain({ colleague: { id, name }, onLink }: PersonProps) {
  const { slug } = usePortal()
  const invite = async () => {
    const { data } = await api.POST('/app-api/portal/{slug}/colleagues/{id}/invite', { params: { path: { slug, id } } })
    if (data.link) onLink({ name, link: data.link })
    else notify(`${name} gets a new link by mail.`)
  }
  return (
    <GuardedButton
      reason={useReasonNotToManage()}
      variant="subtle"
      aria-label={`Invite again: ${name}`}
      onClick={() => void invite().catch(notifyFailure)}
    >
      Invite again
    </GuardedButton>
  )
}

/** Changes limit and cost centre of a colleague; of oneself only the cost centre. */
function Change({ colleague }: { colleague: Colleague }) {
  const { slug, currency, me } = usePortal()
  const { id, name } = colleague
  const [opened, setOpened] = useState(false)
  const show = useShow()
  const set = async (body: Partial<BuyerTerms>) => {
    const params = { path: { slug, id } }
    show((await api.PATCH('/app-api/portal/{slug}/colleagues/{id}', { params, body })).data)
  }
  return (
    <>
      <GuardedButton
        reason={useReasonNotToManage()}
        variant="subtle"
        aria-label={`Change ${name}`}
        onClick={() => setOpened(true)}
      >
        Change
      </GuardedButton>
      {opened && (
        <EditBuyerDialog
          buyer={colleague}
          currency={currency}
          isLimitFixed={id === me.id}
          onClose={() => setOpened(false)}
          save={async (changes, before) => {
            await set(changes)
            notifyWithUndo(savedTerms(name, changes, currency), () => set(before))
          }}
        />
      )}
    </>
  )
}

/** Disables a colleague, who is out at once; or enables one whom a colleague disabled. */
function Enabled({ colleague: { id, name, disabledBy } }: { colleague: Colleague }) {
  const { slug, name: wholesaler } = usePortal()
  const show = useShow()
  const set = async (enabled: boolean) => {
    const { data } = await api.PUT('/app-api/portal/{slug}/colleagues/{id}/enabled', {
      params: { path: { slug, id } },
      body: { enabled },
    })
    show(data)
  }
  const change = async () => {
    await set(disabledBy !== null)
    const said = disabledBy ? `${name} can order again.` : `${name} can no longer order here.`
    notifyWithUndo(said, () => set(disabledBy === null))
  }
  const byWholesaler = disabledBy === 'wholesaler' && `${wholesaler} has disabled ${name}: ask them.`
  const act = disabledBy ? 'Enable' : 'Disable'
  return (
    <GuardedButton
      reason={useReasonNotToManage() ?? byWholesaler}
      variant="subtle"
      color={disabledBy ? 'green' : 'red'}
      aria-label={`${act} ${name}`}
      onClick={() => void change().catch(notifyFailure)}
    >
      {act}
    </GuardedButton>
  )
}

/** Shows the list that an answer brought. */
function useShow(): (colleagues: Colleague[]) => void {
  const { slug } = usePortal()
  const queryClient = useQueryClient()
  return (colleagues) => void queryClient.setQueryData(colleaguesQuery(slug).queryKey, colleagues)
}
