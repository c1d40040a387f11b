import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dataQuery } from './api.ts'

/** Why passkeys do not work on this page; null where they do, or that is not known yet. */
export function useNoPasskeysHere(): { reason: string; origin: string | null } | null {
  const { data: place } = useQuery(
    dataQuery(['passkey-place'], '/app-api/account/passkeys/place', {}, { staleTime: Infinity }),
  )
  if (!place || place.origin === location.origin) return null
  return {
    reason: place.reason ?? `Passkeys do not work at ${location.host}: they belong to a name.`,
    origin: place.origin,
  }
}

/** Whether this browser can use passkeys on this page, as far as is known. */
export function usePasskeysWork(): boolean {
  return useNoPasskeysHere() === null && isSecureContext && 'PublicKeyCredential' in window
}

/** Says where passkeys work, on a page where they do not. */
export function NoPasskeysHere() {
  const none = useNoPasskeysHere()
  if (!none) return null
  return (
    <Text size="sm" c="dimmed">
      {none.reason} {none.origin !== null && <OtherAddress origin={none.origin} />}
    </Text>
  )
}

function OtherAddress({ origin }: { origin: string }) {
  return (
    <>
      Open this page at{' '}
      <Anchor inherit underline="always" href={origin + location.pathname}>
        {origin}
      </Anchor>
    </>
  )
}
