import type { TestService, TestWorkspace } from './service.ts'
import { done, item, send } from './given.ts'
import { givenMember } from './member.ts'
import type { TestMember } from './member.ts'

/** A member of a new workspace, with products at these list prices, by SKU. */
export async function staffWith(
  service: TestService,
  prices: Record<string, number>,
): Promise<{ workspace: TestWorkspace; staff: TestMember }> {
  const workspace = await service.workspace()
  const rows = Object.entries(prices).map(([sku, listPrice]) => item({ sku, name: `Plate ${sku}`, listPrice }))
  if (rows.length > 0) await send(workspace, rows)
  return { workspace, staff: await givenMember(service, workspace, 'manager') }
}

/** The new prices of a draft by SKU. */
export async function linesOf(staff: TestMember, id: string, query = ''): Promise<Record<string, number>> {
  const { lines } = await done(staff.get(`/price-changes/${id}/lines?${query}`))
  return Object.fromEntries(lines.map(({ sku, newPrice }: { sku: string; newPrice: number }) => [sku, newPrice]))
}

export async function newDraft(staff: TestMember, name = 'Spring list'): Promise<string> {
  return (await done(staff.post('/price-changes', { name }))).id
}
