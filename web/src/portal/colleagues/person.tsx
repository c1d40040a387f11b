import { Group, Select, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { BUYER_ROLES, buyerRole } from '../../shared/buyer-roles.ts'
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
  if (!settings.allowColleagues) return `${name} invites buyers: ask there.`
  return me.mayOrder ? reasonNotToOrder : 'Only somebody who may order can do this.'
}

type PersonProps = { colleague: Colleague; onLink: (invited: Invited) => void }

/** Somebody who buys for the customer, and what can be done about it. */
export function Person({ colleague, onLink }: PersonProps) {
  const { me } = usePortal()
  const { id, name, email, hasJoined, mayOrder, disabledBy } = colleague
  const reason = useReasonNotToManage()
  const canSet = reason === null && id !== me.id && disabledBy === null
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
      </div>
      <Group gap="xs">
        {!hasJoined && disabledBy === null && <InviteAgain colleague={colleague} onLink={onLink} />}
        {canSet ? <Role colleague={colleague} /> : <Text size="sm">{buyerRole(mayOrder)}</Text>}
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

function Role({ colleague: { id, name, mayOrder } }: { colleague: Colleague }) {
  const { slug } = usePortal()
  const show = useShow()
  const setRole = async (role: string | null) => {
    const { data } = await api.PUT('/app-api/portal/{slug}/colleagues/{id}/role', {
      params: { path: { slug, id } },
      body: { mayOrder: role === 'order' },
    })
    show(data)
    notify(role === 'order' ? `${name} may order now.` : `${name} may prepare baskets, and asks a colleague to order.`)
  }
  return (
    <Select
      aria-label={`Role of ${name}`}
      data={BUYER_ROLES}
      value={mayOrder ? 'order' : 'prepare'}
      allowDeselect={false}
      onChange={(role) => void setRole(role).catch(notifyFailure)}
      w={210}
    />
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
  const byWholesaler = disabledBy === 'wholesaler' && `${wholesaler} has disabled ${name}: ask there.`
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
