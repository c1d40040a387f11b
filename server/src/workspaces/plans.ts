import type { Plan } from '../database/column-values.ts'

/** What API keys may do under a plan. */
type PlanAccess = 'none' | 'read' | 'write'

const ACCESS: Record<Plan, PlanAccess> = {
  trial: 'write',
  active: 'write',
  pilot: 'write',
  demo: 'none',
  lapsed: 'read',
}

/** The plan at a given time: a trial past its end is lapsed. */
export function planAt(workspace: { plan: Plan; trialEndsAt: Date | null }, at: Date): Plan {
  const { plan, trialEndsAt } = workspace
  return plan === 'trial' && trialEndsAt !== null && trialEndsAt <= at ? 'lapsed' : plan
}

export function planAccess(plan: Plan): PlanAccess {
  return ACCESS[plan]
}
