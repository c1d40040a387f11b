import { Outlet, createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { offline } from '../shared/api.ts'
import type { RouterContext } from '../shared/router-options.tsx'
import { RouteAnnouncer } from '../shared/route-announcer.tsx'
import { texts } from '../shared/search-params.ts'
import { entryQuery } from './account/entry-query.ts'
import { basketQuery } from './basket/basket-queries.ts'
import { groupsQuery, productQuery, productsQuery } from './catalogue/product-queries.ts'
import { colleaguesQuery, requestQuery } from './colleagues/colleague-queries.ts'
import { listQuery, listsQuery } from './lists/list-queries.ts'
import { orderQuery, ordersQuery } from './orders/order-queries.ts'
import { isOffline } from './offline/connection.ts'
import { lazyPage } from './lazy-page.ts'
import { portalQuery } from './portal-context.tsx'
import { priceListSizeQuery } from './price-list/price-list-size-query.ts'
import { usualQuery } from './usual/usual-query.ts'

/*
 * All pages of the trade portal. Each is its own file, fetched when it is opened; `loader` asks for what it needs
 * first, before its code has come.
 */

const root = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <>
      <RouteAnnouncer />
      <Outlet />
    </>
  ),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: 't/$slug/sign-in',
  validateSearch: texts('next'),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(entryQuery(params.slug)),
  component: lazyPage(() => import('./account/sign-in-page.tsx'), 'SignInPage'),
})

const portal = createRoute({
  getParentRoute: () => root,
  path: 't/$slug',
  // Before the loaders of its pages: what they ask for without a connection waits.
  beforeLoad: ({ context: { queryClient }, params: { slug } }) => {
    if (isOffline() && !queryClient.getQueryData(portalQuery(slug).queryKey)) throw offline()
  },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(portalQuery(params.slug)),
  component: lazyPage(() => import('./shell/shell.tsx'), 'Shell'),
})

const catalogueSearch = texts('q', 'brand', 'category', 'availability', 'sort', 'page')

const catalogue = createRoute({
  getParentRoute: () => portal,
  path: '/',
  validateSearch: catalogueSearch,
  loaderDeps: ({ search }) => search,
  // Not waited for: the list keeps its rows while the next ones come.
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(productsQuery(params.slug, deps))
    void context.queryClient.prefetchQuery(groupsQuery(params.slug, deps))
  },
  component: lazyPage(() => import('./catalogue/catalogue-page.tsx'), 'CataloguePage'),
})

const usual = createRoute({
  getParentRoute: () => portal,
  path: 'usual',
  // Where one goes after signing in. Who has never ordered gets the catalogue.
  loader: async ({ context: { queryClient }, params }) => {
    const { hasOrdered } = await queryClient.ensureQueryData(portalQuery(params.slug))
    if (!hasOrdered) throw redirect({ to: '/t/$slug', params, replace: true })
    void queryClient.prefetchInfiniteQuery(usualQuery(params.slug))
    void queryClient.prefetchQuery(basketQuery(params.slug))
  },
  component: lazyPage(() => import('./usual/usual-page.tsx'), 'UsualPage'),
})

const product = createRoute({
  getParentRoute: () => portal,
  path: 'products/$id',
  validateSearch: texts('dialog'),
  loader: ({ context, params: { slug, id } }) => context.queryClient.ensureQueryData(productQuery(slug, id, 1)),
  component: lazyPage(() => import('./catalogue/product-page.tsx'), 'ProductPage'),
})

const quickOrder = createRoute({
  getParentRoute: () => portal,
  path: 'quick-order',
  component: lazyPage(() => import('./quick-order/quick-order-page.tsx'), 'QuickOrderPage'),
})

const basket = createRoute({
  getParentRoute: () => portal,
  path: 'basket',
  validateSearch: texts('dialog'),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(basketQuery(params.slug)),
  component: lazyPage(() => import('./basket/basket-page.tsx'), 'BasketPage'),
})

const ordersSearch = texts('status', 'page')

const orders = createRoute({
  getParentRoute: () => portal,
  path: 'orders',
  validateSearch: ordersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => void context.queryClient.prefetchQuery(ordersQuery(params.slug, deps)),
  component: lazyPage(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
})

const order = createRoute({
  getParentRoute: () => portal,
  path: 'orders/$id',
  validateSearch: texts('dialog'),
  loader: ({ context, params: { slug, id } }) => context.queryClient.ensureQueryData(orderQuery(slug, id)),
  component: lazyPage(() => import('./orders/order-page.tsx'), 'OrderPage'),
})

const orderSent = createRoute({
  getParentRoute: () => portal,
  path: 'orders/$id/sent',
  loader: ({ context, params: { slug, id } }) => context.queryClient.ensureQueryData(orderQuery(slug, id)),
  component: lazyPage(() => import('./orders/order-sent-page.tsx'), 'OrderSentPage'),
})

const lists = createRoute({
  getParentRoute: () => portal,
  path: 'lists',
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(listsQuery(params.slug)),
  component: lazyPage(() => import('./lists/lists-page.tsx'), 'ListsPage'),
})

const priceListSearch = texts('brand', 'category', 'date')

const list = createRoute({
  getParentRoute: () => portal,
  path: 'lists/$id',
  validateSearch: texts('edit'),
  loader: ({ context, params: { slug, id } }) => context.queryClient.ensureQueryData(listQuery(slug, id)),
  component: lazyPage(() => import('./lists/list-page.tsx'), 'ListPage'),
})

const priceList = createRoute({
  getParentRoute: () => portal,
  path: 'price-list',
  validateSearch: priceListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => void context.queryClient.prefetchQuery(priceListSizeQuery(params.slug, deps)),
  component: lazyPage(() => import('./price-list/price-list-page.tsx'), 'PriceListPage'),
})

const colleagues = createRoute({
  getParentRoute: () => portal,
  path: 'colleagues',
  validateSearch: texts('dialog'),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(colleaguesQuery(params.slug)),
  component: lazyPage(() => import('./colleagues/colleagues-page.tsx'), 'ColleaguesPage'),
})

const approvalRequest = createRoute({
  getParentRoute: () => portal,
  path: 'colleagues/$id',
  validateSearch: texts('dialog'),
  loader: ({ context, params: { slug, id } }) => context.queryClient.ensureQueryData(requestQuery(slug, id)),
  component: lazyPage(() => import('./colleagues/request-page.tsx'), 'RequestPage'),
})

const mails = createRoute({
  getParentRoute: () => portal,
  path: 'mails',
  component: lazyPage(() => import('./account/mails-page.tsx'), 'MailsPage'),
})

export const routeTree = root.addChildren([
  signIn,
  portal.addChildren([
    catalogue,
    usual,
    product,
    quickOrder,
    basket,
    orders,
    order,
    orderSent,
    lists,
    list,
    priceList,
    colleagues,
    approvalRequest,
    mails,
  ]),
])
