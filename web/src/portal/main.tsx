import {
  RouterProvider,
  createRouter,
  Outlet,
  createRootRouteWithContext,
  createRoute,
  redirect,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { onSignedOut, offline, createQueryClient } from '../shared/api.ts'
import { render } from '../shared/root.tsx'
import { ROUTER_OPTIONS, RouteAnnouncer } from '../shared/router-options.tsx'
import type { RouterContext } from '../shared/router-options.tsx'
import { signInQuestion } from '../shared/question.ts'
import { hasUnsaved } from '../shared/form.tsx'
import { callForBuyer, isOffline, watchConnection, canStore } from './offline/connection.ts'
import { portalQuery } from './portal-context.tsx'
import { callPreview, preview, previewRewrite } from './preview.ts'
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/VisuallyHidden.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Flex.css'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Text.css'
import '@mantine/core/styles/Anchor.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Card.css'
import '@mantine/core/styles/Badge.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Center.css'
import '@mantine/core/styles/Divider.css'
import '@mantine/core/styles/List.css'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/Tooltip.css'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/Skeleton.css'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/Table.css'
import '@mantine/core/styles/Title.css'
import '../shared/global.css'
import { texts } from '../shared/search-params.ts'
import {
  entryQuery,
  ownAccountQuery,
  colleaguesQuery,
  requestQuery,
  listQuery,
  listsQuery,
  orderQuery,
  ordersQuery,
  priceListSizeQuery,
  quoteQuery,
  quotesQuery,
  usualQuery,
} from './queries.ts'
import { basketQuery } from './basket/basket-queries.ts'
import { groupsQuery, productQuery, productsQuery } from './catalogue/product-queries.ts'

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
  validateSearch: texts('next', 'refused'),
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

const catalogueSearch = texts('q', 'brand', 'category', 'availability', 'details', 'sort', 'page')

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

const ordersSearch = texts('q', 'status', 'page')

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

const quotesSearch = texts('status', 'page')

const quotes = createRoute({
  getParentRoute: () => portal,
  path: 'quotes',
  validateSearch: quotesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => void context.queryClient.prefetchQuery(quotesQuery(params.slug, deps)),
  component: lazyPage(() => import('./quotes/quotes-page.tsx'), 'QuotesPage'),
})

const quote = createRoute({
  getParentRoute: () => portal,
  path: 'quotes/$id',
  validateSearch: texts('dialog'),
  loader: ({ context, params: { slug, id } }) => context.queryClient.ensureQueryData(quoteQuery(slug, id)),
  component: lazyPage(() => import('./quotes/quote-page.tsx'), 'QuotePage'),
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

const ownAccount = createRoute({
  getParentRoute: () => portal,
  path: 'account',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(ownAccountQuery(params.slug)),
  component: lazyPage(() => import('./account/own-account-page.tsx'), 'OwnAccountPage'),
})

const routeTree = root.addChildren([
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
    quotes,
    quote,
    lists,
    list,
    priceList,
    colleagues,
    approvalRequest,
    ownAccount,
  ]),
])

const slug = location.pathname.split('/')[2]!
const queryClient = createQueryClient()
const { queries, ...others } = queryClient.getDefaultOptions()
// What is kept for times without a connection is what is here.
queryClient.setDefaultOptions({ ...others, queries: { ...queries, gcTime: Infinity } })
const router = createRouter({
  routeTree,
  context: { queryClient },
  ...(previewRewrite && { rewrite: previewRewrite }),
  ...ROUTER_OPTIONS,
})
if (preview) callPreview(preview)
else callForBuyer(queryClient, slug)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

onSignedOut(async () => {
  const { pathname, href } = router.latestLocation
  if (pathname === `/t/${slug}/sign-in`) return false
  if (hasUnsaved()) return signInQuestion.ask()
  queryClient.clear()
  // Staff sign in on the page of the console.
  if (preview) {
    location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
    return false
  }
  void router.navigate({ to: '/t/$slug/sign-in', params: { slug }, search: { next: href }, replace: true })
  return false
})

async function showStored(): Promise<void> {
  if (!isOffline() || !canStore) return
  const { restoreOpened } = await import('./offline/offline-store.ts')
  await restoreOpened(queryClient, slug)
}

const loadAgain = () => router.invalidate()
watchConnection(() => {
  // A page that is there stays. One that waits for its first answer shows what was kept, or that there is none.
  if (queryClient.getQueryData(portalQuery(slug).queryKey)) return
  void showStored().then(loadAgain, loadAgain)
})
const start = () => render(queryClient, <RouterProvider router={router} />)
// Before anything is asked for: what is asked for without a connection waits until it is back.
if (isOffline()) void showStored().then(start, start)
else start()

// Mantine's style of each component that a page uses, in Mantine's own order: later files override earlier ones.

/**
 * A page whose code is fetched when it is opened. Without a connection it says so: the router would load the whole page
 * anew, and lose what was open.
 */
function lazyPage<T extends Record<string, any>, K extends keyof T>(importer: () => Promise<T>, name: K) {
  const fetchPage = () =>
    importer().catch((error: unknown) => {
      throw isOffline() ? offline() : error
    })
  return lazyRouteComponent(fetchPage, name)
}
