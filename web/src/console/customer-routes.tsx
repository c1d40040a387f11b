import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { texts } from '../shared/search-params.ts'
import { customerQuery, customersQuery } from './customers/customer-queries.ts'
import { groupQuery, groupsQuery } from './groups/group-queries.ts'
import { workspace } from './workspace-route.tsx'

/* The pages of customers and price groups, as those in `routes.tsx`. */

const customersSearch = texts('q', 'active', 'group', 'sort', 'columns', 'view', 'page', 'dialog')

export const customers = createRoute({
  getParentRoute: () => workspace,
  path: 'customers',
  validateSearch: customersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => void context.queryClient.prefetchQuery(customersQuery(params.slug, deps)),
  component: lazyRouteComponent(() => import('./customers/customers-page.tsx'), 'CustomersPage'),
})

export const customer = createRoute({
  getParentRoute: () => workspace,
  path: 'customers/$id',
  validateSearch: texts('tab', 'q', 'period', 'page', 'dialog', 'by'),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(customerQuery(params.slug, params.id)),
  component: lazyRouteComponent(() => import('./customers/customer-page.tsx'), 'CustomerPage'),
})

export const groups = createRoute({
  getParentRoute: () => workspace,
  path: 'groups',
  validateSearch: texts('dialog'),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(groupsQuery(params.slug)),
  component: lazyRouteComponent(() => import('./groups/groups-page.tsx'), 'GroupsPage'),
})

export const group = createRoute({
  getParentRoute: () => workspace,
  path: 'groups/$id',
  validateSearch: texts('tab', 'q', 'period', 'page', 'dialog'),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(groupQuery(params.slug, params.id)),
  component: lazyRouteComponent(() => import('./groups/group-page.tsx'), 'GroupPage'),
})
