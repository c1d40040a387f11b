import type { Actor, Context } from '../context.ts'

/** The sample workspace; its key only where this call made it. */
export async function createSample(
  _context: Context & { actor: Actor },
): Promise<{ workspaceId: string; key: string | null }> {
  throw new Error('not yet')
}
