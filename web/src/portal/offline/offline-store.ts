import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import { hydrate } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import {
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'
import { createStore, del, get, set } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'
import { STORE, isStoredFor, storeFor } from '../../shared/browser-store.ts'

/** Who opened what is stored: a buyer, and the person, who may be several. */
type Opener = { id: string; personId: string }

/** How long what was opened can be looked at without a connection, in milliseconds: a week. */
const MAX_AGE_MS = 7 * 24 * 3_600_000

function openStore(): UseStore {
  const store = createStore(STORE, 'kept')
  // Whoever deletes it need not wait for this page.
  store('readonly', ({ transaction: { db } }) => (db.onversionchange = () => db.close())).catch(() => undefined)
  return store
}

function persisterOf(slug: string, opener?: Opener) {
  const store = openStore()
  return createAsyncStoragePersister({
    key: slug,
    storage: {
      getItem: (key: string) => get<string>(key, store),
      // Another tab may have signed out.
      setItem: async (key: string, value: string) => {
        if (opener && isStoredFor(opener.personId)) await set(key, value, store)
      },
      removeItem: (key: string) => del(key, store),
    },
  })
}

/**
 * Stores what the buyer opens of this portal in this browser, until the returned function is called. One tab at a time
 * does so: two would overwrite each other.
 */
export function storeOpened(queryClient: QueryClient, slug: string, opener: Opener): () => void {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const buster = `${opener.personId} ${opener.id}`
  const options = { queryClient, persister: persisterOf(slug, opener), buster, maxAge: MAX_AGE_MS }
  void navigator.locks.request(`keep ${slug}`, async () => {
    // What another buyer left is removed.
    await persistQueryClientRestore(options)
    const saving = { ...options, dehydrateOptions: { shouldDehydrateQuery } }
    await persistQueryClientSave(saving)
    const stop = persistQueryClientSubscribe(saving)
    await ended
    stop()
  })
  return end
}

/** Shows what was stored, where the service cannot be asked who the buyer is. */
export async function restoreOpened(queryClient: QueryClient, slug: string): Promise<void> {
  const stored = await persisterOf(slug).restoreClient()
  const [personId] = stored?.buster.split(' ') ?? []
  if (!stored || !isStoredFor(personId!) || Date.now() - stored.timestamp > MAX_AGE_MS) return
  storeFor(personId!)
  hydrate(queryClient, stored.clientState)
}

function shouldDehydrateQuery({
  queryKey,
  state,
}: {
  queryKey: readonly unknown[]
  state: { status: string }
}): boolean {
  return queryKey[0] === 'portal' && state.status === 'success'
}
