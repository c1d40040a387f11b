import type { RoutePlugin } from './index.ts'

export const activityRoutes: RoutePlugin = async () => {}
