import type { RoutePlugin } from './index.ts'

export const priceChangeRoutes: RoutePlugin = async () => {}
