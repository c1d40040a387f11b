import { queryOptions } from '@tanstack/react-query'
import { counted } from '../../../../server/src/shared/counted.ts'
import { api } from '../../shared/api.ts'
import type { components } from '../../shared/app-api.d.ts'

type Schemas = components['schemas']
export type Undoable = Pick<Schemas['UndoableEntry'], 'undo' | 'undone'>
export type WayToUndo = NonNullable<Undoable['undo']>
export type UndoForecast = Schemas['UndoForecast']

/** What an undo of this would do. It is asked anew each time: others may have changed something since. */
export function undoForecastQuery(slug: string, way: WayToUndo) {
  return queryOptions({
    queryKey: ['console', slug, 'undo', way.kind, way.id],
    queryFn: async ({ signal }) => (await FORECASTS[way.kind](slug, way, signal)).data,
    staleTime: 0,
    gcTime: 0,
  })
}

type Forecast = (slug: string, way: WayToUndo, signal: AbortSignal) => Promise<{ data: UndoForecast }>

const FORECASTS: Record<WayToUndo['kind'], Forecast> = {
  product_edit: forecastEdit,
  customer_edit: forecastEdit,
  agreed_price_edit: forecastEdit,
  price_change_edit: (slug, way, signal) =>
    api.GET('/app-api/console/{slug}/price-changes/{id}/edits/{edit}/undo', { params: ofDraft(slug, way), signal }),
  import: (slug, { id }, signal) =>
    api.GET('/app-api/console/{slug}/imports/{id}/undo', { params: { path: { slug, id } }, signal }),
}

type Undo = (slug: string, way: WayToUndo) => Promise<string>

/** Undoes it. Resolves to what to tell. Lines of a draft move no price yet, and an import is undone later. */
export const UNDO: Record<WayToUndo['kind'], Undo> = {
  product_edit: (slug, { id }) => undoEdit(slug, id, 'product'),
  customer_edit: (slug, { id }) => undoEdit(slug, id, 'customer'),
  agreed_price_edit: (slug, { id }) => undoEdit(slug, id, 'agreed price'),
  price_change_edit: async (slug, way) => {
    const path = '/app-api/console/{slug}/price-changes/{id}/edits/{edit}/undo'
    const { changed, left } = (await api.POST(path, { params: ofDraft(slug, way) })).data
    return doneText(changed, left, 'line')
  },
  import: async (slug, { id }) => {
    await api.POST('/app-api/console/{slug}/imports/{id}/undo', { params: { path: { slug, id } } })
    return 'The import is being undone. Its page says how far that is.'
  },
}

/** Undoes a change of many records. Resolves to what to tell. */
export async function undoEdit(
  slug: string,
  id: string,
  thing: 'product' | 'customer' | 'agreed price',
): Promise<string> {
  const call = { params: { path: { slug, id } } }
  const { restored, left } = (await api.POST('/app-api/console/{slug}/edits/{id}/undo', call)).data
  return doneText(restored, left, thing)
}

function forecastEdit(slug: string, { id }: WayToUndo, signal: AbortSignal) {
  return api.GET('/app-api/console/{slug}/edits/{id}/undo', { params: { path: { slug, id } }, signal })
}

function ofDraft(slug: string, { id: edit, priceChangeId }: WayToUndo) {
  return { path: { slug, id: priceChangeId!, edit } }
}

function doneText(undone: number, left: number, thing: string): string {
  return `Undone for ${counted(undone, thing)}.${left > 0 ? ` ${staysText(left, thing)}` : ''}`
}

/** "3 products were changed since and stay as they are." */
export function staysText(left: number, thing: string): string {
  return `${counted(left, thing)} ${left === 1 ? 'was changed since and stays as it is' : 'were changed since and stay as they are'}.`
}
