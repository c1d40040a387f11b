import { Alert, Anchor } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetOpened } from '../../shared/browser-store.ts'
import { CompanyButton, CompanyRefused, SignInForm } from '../../shared/sign-in-form.tsx'
import { EntryCard } from '../../shared/entry-card.tsx'
import { Page, SiteNameProvider } from '../../shared/page.tsx'
import { Branded } from '../../shared/branded.tsx'
import { entryQuery } from '../queries.ts'

const route = getRouteApi('/t/$slug/sign-in')

/**
 * Signs a buyer in, under the wholesaler's name, and leads to the page that was wanted. Who comes here has no session, or
 * no access any more: what was kept for times without a connection goes.
 */
export function SignInPage() {
  const { slug } = route.useParams()
  const { data: entry } = useSuspenseQuery(entryQuery(slug))
  const queryClient = useQueryClient()
  const router = useRouter()
  const { next, refused } = route.useSearch()
  const isClosed = entry.closedTo !== null
  useEffect(() => void forgetOpened(), [])
  const enter = async () => {
    const { closedTo } = await queryClient.fetchQuery({ ...entryQuery(slug), staleTime: 0 })
    if (closedTo !== null) return
    queryClient.clear()
    router.history.push(next?.startsWith(`/t/${slug}`) ? next : `/t/${slug}/usual`)
  }
  return (
    <Branded colour={entry.colour}>
      <SiteNameProvider value={entry.name}>
        <EntryCard site={entry.name} logo={entry.logo}>
          <Page title="Sign in">
            {isClosed && (
              <Alert color="red" mb="md" title="Your access has ended">
                {entry.inactiveCustomer === null
                  ? `${entry.closedTo} can no longer order here.`
                  : `${entry.inactiveCustomer} is not an active customer here now, so ${entry.closedTo} cannot order.`}{' '}
                Ask {entry.name}, or sign in as somebody else.
              </Alert>
            )}
            <CompanyRefused refused={refused} />
            <SignInForm
              onEnter={enter}
              otherWays={<CompanyButton at={slug} area="t" />}
              forgotten={
                <Anchor size="sm" ta="center" href="/reset-password">
                  Forgot your password?
                </Anchor>
              }
            />
          </Page>
        </EntryCard>
      </SiteNameProvider>
    </Branded>
  )
}
