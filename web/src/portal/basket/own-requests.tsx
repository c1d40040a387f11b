import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Section } from '../../shared/page.tsx'
import { notify } from '../../shared/toasts.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { requestsQuery, useRequestsChanged } from '../queries.ts'
import { RequestRow } from '../colleagues/colleagues-page.tsx'
import { usePortal } from '../portal-context.tsx'
import { useSetBasket, saveBasketChanges } from './basket-queries.ts'

/** What the buyer has asked colleagues to approve, beside the basket. */
export function OwnRequests() {
  const { slug } = usePortal()
  const { data } = useQuery(requestsQuery(slug))
  const own = data?.filter(({ isOwn }) => isOwn) ?? []
  if (own.length === 0) return null
  return (
    <Box mb="lg">
      <Section title="Waiting for approval">
        <ul className="plain-list" aria-label="Waiting for approval">
          {own.map((request) => (
            <RequestRow key={request.id} request={request}>
              <TakeBack id={request.id} />
            </RequestRow>
          ))}
        </ul>
      </Section>
    </Box>
  )
}

/** Puts a request back into the basket. */
export function TakeBack({ id, onDone }: { id: string; onDone?: () => Promise<unknown> }) {
  const { slug, reasonNotToOrder } = usePortal()
  const setBasket = useSetBasket()
  const requestsChanged = useRequestsChanged()
  const back = useSubmit(async () => {
    await saveBasketChanges()
    const params = { path: { slug, id } }
    setBasket((await api.POST('/app-api/portal/{slug}/approval-requests/{id}/take-back', { params })).data)
    requestsChanged()
    notify('It is in your basket again.')
    await onDone?.()
  })
  return (
    <>
      <GuardedButton
        reason={reasonNotToOrder}
        variant="default"
        loading={back.pending}
        onClick={() => void back.submit()}
      >
        Take back
      </GuardedButton>
      <Problem error={back.problem()} />
    </>
  )
}
