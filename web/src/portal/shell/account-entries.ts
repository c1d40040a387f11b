import { api } from '../../shared/api.ts'
import { signOut } from '../../shared/sign-out.tsx'
import { notifyFailure } from '../../shared/toasts.tsx'
import { usePortal } from '../portal-context.tsx'
import { preview } from '../preview.ts'
import { OWN_PLACES } from './places.ts'

/** What leads to a page of the portal, to an address, or does something. */
type Entry = { label: string } & (
  | { to: (typeof OWN_PLACES)[number]['to']; href?: undefined; act?: undefined }
  | { href: string; to?: undefined; act?: undefined }
  | { act: () => void; to?: undefined; href?: undefined }
)

/** What a person has of their own in the portal: other companies, seldom needed places, the account, the way out. */
export function useAccountEntries(): Entry[] {
  const { slug, me, ownCustomers } = usePortal()
  const actFor = async (buyerId: string) => {
    await api.POST('/app-api/portal/{slug}/acting-for', { params: { path: { slug } }, body: { buyerId } })
    // The page is loaded anew, so that nothing stays of what was shown.
    location.assign(`/t/${slug}/usual`)
  }
  return [
    ...ownCustomers
      .filter(({ buyerId }) => buyerId !== me.id)
      .map(({ buyerId, name }) => ({
        label: `Act for ${name}`,
        act: () => void actFor(buyerId).catch(notifyFailure),
      })),
    ...(preview ? [] : OWN_PLACES),
    { label: 'Your account', href: '/account' },
    { label: 'Sign out', act: () => void signOut(preview ? '/sign-in' : `/t/${slug}/sign-in`) },
  ]
}
