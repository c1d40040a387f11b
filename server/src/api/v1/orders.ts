import type { RoutePlugin } from './index.ts'

export const orderRoutes: RoutePlugin = async () => {}
