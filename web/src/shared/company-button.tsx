import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { COMPANY_REFUSALS } from '../../../server/src/shared/company-refusals.ts'
import { api } from './api.ts'

type Props = {
  /** The workspace whose page is wanted, for its own identity provider. */
  at?: string | undefined
  area: 'w' | 't'
}

/** Leads to the identity provider, where there is one to sign in with. */
export function CompanyButton({ at, area }: Props) {
  const { data } = useQuery({
    queryKey: ['company-sign-in', at ?? ''],
    queryFn: async ({ signal }) =>
      (await api.GET('/app-api/account/company', { params: { query: at === undefined ? {} : { at } }, signal })).data,
    staleTime: Infinity,
  })
  if (!data?.isPossible) return null
  const query = new URLSearchParams({ ...(at !== undefined && { at }), area })
  return (
    <Button component="a" variant="default" href={`/app-api/account/company/begin?${query}`}>
      Sign in with your company’s account
    </Button>
  )
}

/** Why the sign-in at the identity provider led back here. */
export function CompanyRefused({ refused }: { refused: string | undefined }) {
  if (refused === undefined || !Object.hasOwn(COMPANY_REFUSALS, refused)) return null
  return (
    <Alert color="red" mb="md" title="You are not signed in">
      {COMPANY_REFUSALS[refused as keyof typeof COMPANY_REFUSALS]}
    </Alert>
  )
}
