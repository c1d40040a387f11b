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
    queryFn: async ({ signal }) => {
      const call = { params: { path: { slug, id: way.id } }, signal }
      const asked =
        way.kind === 'import'
          ? api.GET('/app-api/console/{slug}/imports/{id}/undo', call)
          : api.GET('/app-api/console/{slug}/edits/{id}/undo', call)
      return (await asked).data
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** What an undo is about. Lines of a draft move no price yet, and an import is undone later. */
export const THINGS: Record<WayToUndo['kind'], string> = {
  product_edit: 'product',
  customer_edit: 'customer',
  agreed_price_edit: 'agreed price',
  price_change_edit: 'line',
  import: 'record',
}

/** Undoes it. Resolves to what to tell. */
export async function undoAct(slug: string, { kind, id }: Pick<WayToUndo, 'kind' | 'id'>): Promise<string> {
  const call = { params: { path: { slug, id } } }
  if (kind === 'import') {
    await api.POST('/app-api/console/{slug}/imports/{id}/undo', call)
    return 'The import is being undone. Its page shows the progress.'
  }
  const { restored, left } = (await api.POST('/app-api/console/{slug}/edits/{id}/undo', call)).data
  const thing = THINGS[kind]
  return `Undone for ${counted(restored, thing)}.${left > 0 ? ` ${staysText(left, thing)}` : ''}`
}

/** "3 products were changed since and stay as they are." */
export function staysText(left: number, thing: string): string {
  return `${counted(left, thing)} ${left === 1 ? 'was changed since and stays as it is' : 'were changed since and stay as they are'}.`
}
