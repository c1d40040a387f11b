import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { v4 as uuid } from 'uuid'
import { ApiError, Trouble, api, errorText } from '../../shared/api.ts'
import { notify } from '../../shared/toasts.ts'
import type { components } from '../../shared/app-api.d.ts'
import { isOffline } from './connection.ts'
import { canKeep } from './use-keep.ts'

type Added = components['schemas']['AddedToBasket']

/**
 * A change of the basket that waits for a connection. `what` says it in words. By its `key` the service knows an addition
 * that is sent again, as its answer was lost.
 */
export type BasketEdit = { slug: string; what: string } & (
  | { type: 'add'; lines: { sku: string; qty: number }[]; key: string }
  | { type: 'set'; productId: string; qty: number }
  | { type: 'remove'; productId: string }
)

/** What the service refused of such a change, in words; `productId` where it is a line of the basket. */
export type Refused = { id: string; productId: string | null; what: string; reason: string }

const EDITS = ['basket-edit']

const basketKey = (slug: string) => ['portal', slug, 'basket']
const refusedKey = (slug: string) => ['portal', slug, 'refused edits']

/** Sends the edits that wait one after the other, in the order in which they were made. */
export function prepareEdits(queryClient: QueryClient): void {
  // What is kept for times without a connection is what is here.
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, gcTime: Infinity } })
  queryClient.setMutationDefaults(EDITS, {
    scope: { id: 'basket-edits' },
    networkMode: 'online',
    // A connection that breaks again does not lose the edit.
    retry: (_failures, error) => error instanceof ApiError && [0, 503].includes(error.status),
    mutationFn: (edit: BasketEdit) => send(queryClient, edit),
    onSuccess: (added: Added | undefined, { slug, what }: BasketEdit) =>
      refuse(queryClient, slug, added?.left.map(({ reason }) => ({ productId: null, what, reason })) ?? []),
    onError: (error: Error, edit: BasketEdit) => {
      const productId = edit.type === 'add' ? null : edit.productId
      refuse(queryClient, edit.slug, [{ productId, what: edit.what, reason: errorText(error) }])
    },
  })
}

/** Shows the basket that an answer brought. */
export function showBasket(queryClient: QueryClient, slug: string, basket: components['schemas']['Basket']): void {
  void queryClient.cancelQueries({ queryKey: basketKey(slug) })
  queryClient.setQueryData(basketKey(slug), basket)
}

/** Resolves to what became of lines that were added. */
async function send(queryClient: QueryClient, edit: BasketEdit): Promise<Added | undefined> {
  const { slug } = edit
  if (edit.type === 'add') {
    const { lines, key } = edit
    const { data } = await api.POST('/app-api/portal/{slug}/basket/lines', {
      params: { path: { slug } },
      body: { lines, key },
    })
    showBasket(queryClient, slug, data.basket)
    return data
  }
  const params = { path: { slug, productId: edit.productId } }
  const path = '/app-api/portal/{slug}/basket/lines/{productId}'
  const { data } =
    edit.type === 'remove'
      ? await api.DELETE(path, { params })
      : await api.PUT(path, { params, body: { qty: edit.qty } })
  showBasket(queryClient, slug, data)
  return undefined
}

function refuse(queryClient: QueryClient, slug: string, refused: Omit<Refused, 'id'>[]): void {
  if (refused.length === 0) return
  queryClient.setQueryData(refusedKey(slug), (before: Refused[] = []) => [
    ...before,
    ...refused.map((one) => ({ ...one, id: uuid() })),
  ])
  notify('The connection is back. Not all that waited was taken: look at the basket.', { failed: true })
}

type Without<T, Key extends string> = T extends unknown ? Omit<T, Key> : never

const mustWait = () => isOffline() && canKeep

/**
 * Changes the basket now, or has the change wait for the connection, also where it shows only then that there is none.
 * Resolves to what became of lines that were added now.
 */
export function useEditBasket(slug: string): (edit: Without<BasketEdit, 'slug'>) => Promise<Added | undefined> {
  const queryClient = useQueryClient()
  return async (given) => {
    const edit = { ...given, slug } as BasketEdit
    if (!mustWait()) {
      try {
        return await send(queryClient, edit)
      } catch (error) {
        if (!mustWait()) throw error
      }
    }
    queue(queryClient, edit)
    return undefined
  }
}

function queue(queryClient: QueryClient, edit: BasketEdit): void {
  const options: MutationOptions<unknown, Error, BasketEdit> = { mutationKey: EDITS }
  const mutation = queryClient.getMutationCache().build(queryClient, queryClient.defaultMutationOptions(options))
  mutation.execute(edit).catch(() => undefined)
  notify(`You are offline. This waits for the connection: ${edit.what}.`)
}

/** The edits that wait, in their order. */
export function useWaitingEdits(): (BasketEdit & { id: number })[] {
  return useMutationState({
    filters: { mutationKey: EDITS, status: 'pending' },
    select: ({ mutationId, state }) => ({ ...(state.variables as BasketEdit), id: mutationId }),
  })
}

/** Whether an edit waits, or is on its way. */
export const hasWaitingEdits = (queryClient: QueryClient) => queryClient.isMutating({ mutationKey: EDITS }) > 0

/** What was refused, and the way to forget it. */
export function useRefused(slug: string): [refused: Refused[], forget: () => void] {
  const queryClient = useQueryClient()
  const { data = [] } = useQuery<Refused[]>({ queryKey: refusedKey(slug), enabled: false, gcTime: Infinity })
  return [data, () => void queryClient.setQueryData(refusedKey(slug), [])]
}

/** Throws where an order cannot be placed now: nothing is ordered later without a word. */
export function requireConnection(waiting: number): void {
  if (isOffline())
    throw new Trouble(
      'You are offline, so this cannot be ordered now. The basket is kept: place the order when the connection is back.',
    )
  if (waiting > 0)
    throw new Trouble('Changes of the basket are on their way. Look at it once more in a moment, then place the order.')
}
