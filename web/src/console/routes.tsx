import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { texts } from '../shared/search-params.ts'
import { customer, customers, group, groups } from './customer-routes.tsx'
import { activityQuery } from './activity/activity-queries.ts'
import { ORDER_FILTERS, readFilter } from './orders/order-filter.ts'
import { orderQuery, ordersQuery } from './orders/order-queries.ts'
import { entryRoutes, root } from './entry-routes.tsx'
import { workspace } from './workspace-route.tsx'
import { workspaceQuery } from './workspace-context.tsx'
import { homeQuery } from './home/home-query.ts'
import { PRODUCT_FILTERS, productCountQuery, productQuery, productsQuery } from './products/product-queries.ts'
import { mailsQuery } from './settings/mail-queries.ts'
import { orderSettingsQuery, settingsQuery } from './settings/settings-queries.ts'
import { failedImagesQuery } from './images/image-queries.ts'
import { importQuery, importsByDayQuery, importsQuery } from './imports/import-queries.ts'
import { changeQuery, listQuery } from './price-changes/queries.ts'

/*
 * All pages of a workspace. Each is its own file, fetched when it is opened. What a page needs first is asked for
 * here, in `loader`, before its code has come; `validateSearch` names the parameters that its address may have.
 */

const home = createRoute({
  getParentRoute: () => workspace,
  path: '/',
  validateSearch: texts('by'),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(homeQuery(params.slug)),
  component: lazyRouteComponent(() => import('./home/home-page.tsx'), 'HomePage'),
})

const productSearch = texts(...PRODUCT_FILTERS, 'sort', 'columns', 'view', 'page', 'dialog')

const products = createRoute({
  getParentRoute: () => workspace,
  path: 'products',
  validateSearch: productSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(productCountQuery(params.slug, deps))
    void context.queryClient.prefetchQuery(productsQuery(params.slug, deps))
  },
  component: lazyRouteComponent(() => import('./products/products-page.tsx'), 'ProductsPage'),
})

const product = createRoute({
  getParentRoute: () => workspace,
  path: 'products/$id',
  validateSearch: texts('tab', 'page', 'dialog', 'customer', 'quantity', 'date'),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(productQuery(params.slug, params.id)),
  component: lazyRouteComponent(() => import('./products/product-page.tsx'), 'ProductPage'),
})

const addPictures = createRoute({
  getParentRoute: () => workspace,
  path: 'add-pictures',
  component: lazyRouteComponent(() => import('./images/add-pictures-page.tsx'), 'AddPicturesPage'),
})

const failedImagesSearch = texts('page')

const failedImages = createRoute({
  getParentRoute: () => workspace,
  path: 'failed-images',
  validateSearch: failedImagesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => void context.queryClient.prefetchQuery(failedImagesQuery(params.slug, deps)),
  component: lazyRouteComponent(() => import('./images/failed-images-page.tsx'), 'FailedImagesPage'),
})

const explainPrice = createRoute({
  getParentRoute: () => workspace,
  path: 'prices',
  validateSearch: texts('customer', 'product', 'quantity', 'date'),
  component: lazyRouteComponent(() => import('./prices/explain-price-page.tsx'), 'ExplainPricePage'),
})

const priceChangesSearch = texts('status', 'columns', 'view', 'page', 'dialog')
const priceChanges = createRoute({
  getParentRoute: () => workspace,
  path: 'price-changes',
  validateSearch: priceChangesSearch,
  loaderDeps: ({ search }) => ({ status: search.status, page: search.page }),
  loader: ({ context, params, deps }) => void context.queryClient.prefetchQuery(listQuery(params.slug, deps)),
  component: lazyRouteComponent(() => import('./price-changes/price-changes-page.tsx'), 'PriceChangesPage'),
})

const priceChange = createRoute({
  getParentRoute: () => workspace,
  path: 'price-changes/$id',
  validateSearch: texts('tab', 'q', 'filter', 'sort', 'customer', 'bar', 'page', 'dialog'),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(changeQuery(params.slug, params.id)),
  component: lazyRouteComponent(() => import('./price-changes/price-change-page.tsx'), 'PriceChangePage'),
})

// Beside the route, since a loader that depends on the search needs its type first.
const ordersSearch = texts('q', ...ORDER_FILTERS, 'columns', 'view', 'page', 'dialog')

const orders = createRoute({
  getParentRoute: () => workspace,
  path: 'orders',
  validateSearch: ordersSearch,
  loaderDeps: ({ search: { columns: _columns, view: _view, dialog: _dialog, ...shown } }) => shown,
  // Not waited for: the list keeps its rows while the next ones come.
  loader: async ({ context: { queryClient }, params: { slug }, deps }) => {
    const place = queryClient.getQueryData(workspaceQuery(slug).queryKey)
    if (place) void queryClient.prefetchQuery(ordersQuery(slug, readFilter(deps, place), deps.page))
  },
  component: lazyRouteComponent(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
})

const order = createRoute({
  getParentRoute: () => workspace,
  path: 'orders/$id',
  validateSearch: texts('dialog'),
  loader: ({ context, params: { slug, id } }) => context.queryClient.ensureQueryData(orderQuery(slug, id)),
  component: lazyRouteComponent(() => import('./orders/order-page.tsx'), 'OrderPage'),
})

const importsSearch = texts('columns', 'view', 'page')

const imports = createRoute({
  getParentRoute: () => workspace,
  path: 'imports',
  validateSearch: importsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(importsByDayQuery(params.slug))
    void context.queryClient.prefetchQuery(importsQuery(params.slug, deps))
  },
  component: lazyRouteComponent(() => import('./imports/imports-page.tsx'), 'ImportsPage'),
})

const importOfFile = createRoute({
  getParentRoute: () => workspace,
  path: 'imports/$id',
  validateSearch: texts('page', 'kept'),
  loader: ({ context, params: { slug, id } }) => context.queryClient.ensureQueryData(importQuery(slug, id)),
  component: lazyRouteComponent(() => import('./imports/import-page.tsx'), 'ImportPage'),
})

const activitySearch = texts('who', 'what', 'from', 'to', 'columns', 'view', 'page')

const activity = createRoute({
  getParentRoute: () => workspace,
  path: 'activity',
  validateSearch: activitySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => void context.queryClient.prefetchQuery(activityQuery(params.slug, deps)),
  component: lazyRouteComponent(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
})

const settings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings',
  beforeLoad: ({ params }) => redirect({ to: '/w/$slug/settings/workspace', params, throw: true }),
})

const workspaceSettings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/workspace',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(settingsQuery(params.slug)),
  component: lazyRouteComponent(() => import('./settings/workspace-page.tsx'), 'WorkspacePage'),
})

const people = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/people',
  validateSearch: texts('dialog'),
  component: lazyRouteComponent(() => import('./settings/people-page.tsx'), 'PeoplePage'),
})

const keys = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/keys',
  validateSearch: texts('dialog'),
  component: lazyRouteComponent(() => import('./settings/keys-page.tsx'), 'KeysPage'),
})

const ordering = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/ordering',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(orderSettingsQuery(params.slug)),
  component: lazyRouteComponent(() => import('./settings/ordering-page.tsx'), 'OrderingPage'),
})

const portal = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/portal',
  component: lazyRouteComponent(() => import('./settings/portal-page.tsx'), 'PortalPage'),
})

const mailSearch = texts('status', 'page', 'mail')

const mail = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/mail',
  validateSearch: mailSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => void context.queryClient.prefetchQuery(mailsQuery(params.slug, deps)),
  component: lazyRouteComponent(() => import('./settings/mail-page.tsx'), 'MailPage'),
})

export const routeTree = root.addChildren([
  ...entryRoutes,
  workspace.addChildren([
    home,
    products,
    product,
    addPictures,
    failedImages,
    explainPrice,
    priceChanges,
    priceChange,
    customers,
    customer,
    groups,
    group,
    orders,
    order,
    imports,
    importOfFile,
    activity,
    settings,
    workspaceSettings,
    people,
    keys,
    ordering,
    portal,
    mail,
  ]),
])
