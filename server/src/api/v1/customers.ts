import type { RoutePlugin } from './index.ts'

export const customerRoutes: RoutePlugin = async () => {}
