import type { Plan } from '../database/column-values.ts'

/** What a plan lets the workspace's API keys do. */
export type PlanAccess = 'none' | 'read' | 'write'

const ACCESS: Record<Plan, PlanAccess> = {
  trial: 'write',
  active: 'write',
  pilot: 'write',
  demo: 'none',
  lapsed: 'read',
}

/** The plan as it stands at a moment: a trial past its end is a lapsed one. */
export function planAt(workspace: { plan: Plan; trialEndsAt: Date | null }, at: Date): Plan {
  const { plan, trialEndsAt } = workspace
  return plan === 'trial' && trialEndsAt !== null && trialEndsAt <= at ? 'lapsed' : plan
}

export function planAccess(plan: Plan): PlanAccess {
  return ACCESS[plan]
}
