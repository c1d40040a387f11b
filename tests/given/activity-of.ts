import type { TestWorkspace } from './service.ts'

/** What was recorded about the noun, oldest first. */
export async function activityOf({ id, context }: Pick<TestWorkspace, 'id' | 'context'>, noun: string) {
  return context.db
    .selectFrom('activity')
    .select(['action', 'actor', 'subject', 'changes'])
    .where('workspace_id', '=', id)
    .where('action', 'like', `${noun}.%`)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
