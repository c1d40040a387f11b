import { Text } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../shared/api.ts'
import { CompanyButton, CompanyRefused, SignInForm } from '../../shared/sign-in-form.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Branded } from '../../shared/branded.tsx'
import { EntryCard } from '../../shared/entry-card.tsx'
import { Page, SiteNameProvider } from '../../shared/page.tsx'
import { onlyLookQuery, useFollow, pathAfterSignIn, startAs } from './me.ts'
import type { Me } from './me.ts'
import { TextLink } from '../../shared/links.tsx'

const route = getRouteApi('/sign-in')

/** By e-mail and password, or by a link that is mailed. The link itself leads here, with its token. */
export function SignInPage() {
  const { token } = route.useSearch()
  const { data: look } = useSuspenseQuery(onlyLookQuery)
  const entry = (
    <EntryCard {...(look && { site: look.name, logo: look.logo })}>
      <Page title="Sign in">{token ? <ByLink token={token} /> : <ByPassword />}</Page>
    </EntryCard>
  )
  if (look === null) return entry
  return (
    <Branded colour={look.colour}>
      <SiteNameProvider value={look.name}>{entry}</SiteNameProvider>
    </Branded>
  )
}

function useEnter(): (me: Me) => void {
  const { next } = route.useSearch()
  const queryClient = useQueryClient()
  const follow = useFollow()
  return (me) => {
    startAs(queryClient, me)
    follow(pathAfterSignIn(me, next))
  }
}

function ByPassword() {
  const { next, refused } = route.useSearch()
  const enter = useEnter()
  const [, at] = /^\/w\/([^/?#]+)/.exec(next ?? '') ?? []
  return (
    <>
      <CompanyRefused refused={refused} />
      <SignInForm
        onEnter={enter}
        otherWays={<CompanyButton at={at} area="w" />}
        forgotten={
          <TextLink size="sm" ta="center" to="/reset-password">
            Forgot your password?
          </TextLink>
        }
      />
    </>
  )
}

/** Uses the link's token at once. It works a single time, so it is sent a single time, too. */
function ByLink({ token }: { token: string }) {
  const enter = useEnter()
  const [error, setError] = useState<unknown>(null)
  const used = useRef(false)
  useEffect(() => {
    if (used.current) return
    used.current = true
    api.POST('/app-api/account/link/use', { body: { token } }).then(({ data }) => enter(data), setError)
  }, [token, enter])
  if (!error) return <Text role="status">One moment …</Text>
  return (
    <>
      <Problem error={error} />
      <TextLink to="/sign-in">Sign in another way</TextLink>
    </>
  )
}
