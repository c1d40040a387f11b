import { RouterProvider, createRouter, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { onRefused, onSignedOut, ApiError, createQueryClient } from '../shared/api.ts'
import { render } from '../shared/root.tsx'
import { ROUTER_OPTIONS, RouteError } from '../shared/router-options.tsx'
import { proofQuestion, signInQuestion } from '../shared/question.ts'
import { hasUnsaved } from '../shared/form.tsx'
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
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Card.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Badge.css'
import '@mantine/core/styles/Burger.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Center.css'
import '@mantine/core/styles/Code.css'
import '@mantine/core/styles/Divider.css'
import '@mantine/core/styles/Drawer.css'
import '@mantine/core/styles/Fieldset.css'
import '@mantine/core/styles/Kbd.css'
import '@mantine/core/styles/List.css'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/NavLink.css'
import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/Tooltip.css'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/SimpleGrid.css'
import '@mantine/core/styles/Skeleton.css'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/Switch.css'
import '@mantine/core/styles/Table.css'
import '@mantine/core/styles/Tabs.css'
import '@mantine/core/styles/Title.css'
import '../shared/global.css'
import { texts } from '../shared/search-params.ts'
import { activityQuery } from './activity/activity-queries.ts'
import { ORDER_FILTERS, readFilter } from './orders/order-filter.ts'
import { begunBy, orderQuery, ordersQuery } from './orders/order-queries.ts'
import { entryRoutes, root } from './entry-routes.tsx'
import { workspaceQuery } from './workspace-context.tsx'
import { homeQuery } from './home/home-query.ts'
import { PRODUCT_FILTERS, productCountQuery, productQuery, productsQuery } from './products/product-queries.ts'
import { mailsQuery, orderSettingsQuery, settingsQuery } from './settings/settings-queries.ts'
import { failedImagesQuery } from './images/image-queries.ts'
import { importQuery, importsByDayQuery, importsQuery } from './imports/import-queries.ts'
import { changeQuery, listQuery } from './price-changes/queries.ts'
import { customerQuery, customersQuery } from './customers/customer-queries.ts'
import { quoteQuery, quotesQuery } from './quotes/quote-queries.ts'
import { groupQuery, groupsQuery } from './groups/group-queries.ts'
import { Suspense } from 'react'
import { lazyPart } from '../shared/lazy-part.ts'
import { NotFound } from '../shared/page.tsx'
import { PlainFrame } from './shell/plain-frame.tsx'

const PasskeyNeeded = lazyPart(() => import('./shell/passkey-needed.tsx'))

/** What all pages of a workspace are in. */
const workspace = createRoute({
  getParentRoute: () => root,
  path: 'w/$slug',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(workspaceQuery(params.slug)),
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  errorComponent: (props) => (
    <PlainFrame>
      {props.error instanceof ApiError && props.error.code === 'passkey_required' ? (
        <Suspense>
          <PasskeyNeeded />
        </Suspense>
      ) : (
        <RouteError {...props} />
      )}
    </PlainFrame>
  ),
  notFoundComponent: NotFound,
})

/*
 * All pages of a workspace. Each is its own file, fetched when it is opened. What a page needs first is asked for
 * here, in `loader`, before its code has come; `validateSearch` names the parameters that its address may have: in a
 * constant beside the route where the loader depends on them, since it needs their type first.
 */

const customersSearch = texts('q', 'active', 'group', 'contact', 'sort', 'columns', 'view', 'page', 'dialog')

const customers = createRoute({
  getParentRoute: () => workspace,
  path: 'customers',
  validateSearch: customersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => void context.queryClient.prefetchQuery(customersQuery(params.slug, deps)),
  component: lazyRouteComponent(() => import('./customers/customers-page.tsx'), 'CustomersPage'),
})

const customer = createRoute({
  getParentRoute: () => workspace,
  path: 'customers/$id',
  validateSearch: texts('tab', 'q', 'period', 'page', 'dialog', 'by'),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(customerQuery(params.slug, params.id)),
  component: lazyRouteComponent(() => import('./customers/customer-page.tsx'), 'CustomerPage'),
})

const groups = createRoute({
  getParentRoute: () => workspace,
  path: 'groups',
  validateSearch: texts('dialog'),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(groupsQuery(params.slug)),
  component: lazyRouteComponent(() => import('./groups/groups-page.tsx'), 'GroupsPage'),
})

const group = createRoute({
  getParentRoute: () => workspace,
  path: 'groups/$id',
  validateSearch: texts('tab', 'q', 'period', 'page', 'dialog'),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(groupQuery(params.slug, params.id)),
  component: lazyRouteComponent(() => import('./groups/group-page.tsx'), 'GroupPage'),
})

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

const priceChangesSearch = texts('status', 'page', 'dialog')
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

const ordersSearch = texts('q', ...ORDER_FILTERS, 'columns', 'view', 'page')

const orders = createRoute({
  getParentRoute: () => workspace,
  path: 'orders',
  validateSearch: ordersSearch,
  loaderDeps: ({ search: { columns: _columns, view: _view, ...shown } }) => shown,
  // Not waited for: the list keeps its rows while the next ones come.
  loader: async ({ context: { queryClient }, params: { slug }, deps }) => {
    const place = queryClient.getQueryData(workspaceQuery(slug).queryKey)
    if (place) void queryClient.prefetchQuery(ordersQuery(slug, readFilter(deps, place), deps.page))
  },
  component: lazyRouteComponent(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
})

const placeOrderSearch = texts('customer', 'order')

const placeOrder = createRoute({
  getParentRoute: () => workspace,
  path: 'orders/new',
  validateSearch: placeOrderSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => begunBy(context.queryClient, params.slug, deps),
  component: lazyRouteComponent(() => import('./orders/place-order-page.tsx'), 'PlaceOrderPage'),
})

const order = createRoute({
  getParentRoute: () => workspace,
  path: 'orders/$id',
  validateSearch: texts('dialog'),
  loader: ({ context, params: { slug, id } }) => context.queryClient.ensureQueryData(orderQuery(slug, id)),
  component: lazyRouteComponent(() => import('./orders/order-page.tsx'), 'OrderPage'),
})

const quotesSearch = texts('tab', 'q', 'page')

const quotes = createRoute({
  getParentRoute: () => workspace,
  path: 'quotes',
  validateSearch: quotesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { slug }, deps }) => {
    const place = queryClient.getQueryData(workspaceQuery(slug).queryKey)
    if (place) void queryClient.prefetchQuery(quotesQuery(slug, deps, place.me.id))
  },
  component: lazyRouteComponent(() => import('./quotes/quotes-page.tsx'), 'QuotesPage'),
})

const newQuoteSearch = texts('customer')

const newQuote = createRoute({
  getParentRoute: () => workspace,
  path: 'quotes/new',
  validateSearch: newQuoteSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => begunBy(context.queryClient, params.slug, deps),
  component: lazyRouteComponent(() => import('./quotes/new-quote-page.tsx'), 'NewQuotePage'),
})

const quote = createRoute({
  getParentRoute: () => workspace,
  path: 'quotes/$id',
  validateSearch: texts('dialog'),
  loader: ({ context, params: { slug, id } }) => context.queryClient.ensureQueryData(quoteQuery(slug, id)),
  component: lazyRouteComponent(() => import('./quotes/quote-page.tsx'), 'QuotePage'),
})

const importsSearch = texts('page')

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

const activitySearch = texts('who', 'what', 'from', 'to', 'page')

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
  component: lazyRouteComponent(() => import('./settings/settings-tabs.tsx'), 'SettingsTabs'),
})

const firstSettings = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => redirect({ to: '/w/$slug/settings/workspace', params, throw: true }),
})

const workspaceSettings = createRoute({
  getParentRoute: () => settings,
  path: 'workspace',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(settingsQuery(params.slug)),
  component: lazyRouteComponent(() => import('./settings/workspace-page.tsx'), 'WorkspacePage'),
})

const people = createRoute({
  getParentRoute: () => settings,
  path: 'people',
  validateSearch: texts('dialog'),
  component: lazyRouteComponent(() => import('./settings/people-page.tsx'), 'PeoplePage'),
})

const keys = createRoute({
  getParentRoute: () => settings,
  path: 'keys',
  validateSearch: texts('dialog'),
  component: lazyRouteComponent(() => import('./settings/keys-page.tsx'), 'KeysPage'),
})

const ordering = createRoute({
  getParentRoute: () => settings,
  path: 'ordering',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(orderSettingsQuery(params.slug)),
  component: lazyRouteComponent(() => import('./settings/ordering-page.tsx'), 'OrderingPage'),
})

const portal = createRoute({
  getParentRoute: () => settings,
  path: 'portal',
  component: lazyRouteComponent(() => import('./settings/portal-page.tsx'), 'PortalPage'),
})

const mailSearch = texts('status', 'page', 'mail')

const mail = createRoute({
  getParentRoute: () => settings,
  path: 'mail',
  validateSearch: mailSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => void context.queryClient.prefetchQuery(mailsQuery(params.slug, deps)),
  component: lazyRouteComponent(() => import('./settings/mail-page.tsx'), 'MailPage'),
})

const routeTree = root.addChildren([
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
    placeOrder,
    order,
    quotes,
    newQuote,
    quote,
    imports,
    importOfFile,
    activity,
    settings.addChildren([firstSettings, workspaceSettings, people, keys, ordering, portal, mail]),
  ]),
])

const queryClient = createQueryClient()
const router = createRouter({ routeTree, context: { queryClient }, ...ROUTER_OPTIONS })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

onSignedOut(async () => {
  const { pathname, href } = router.latestLocation
  // The other pages are for those who have no session yet.
  if (!/^\/(w\/|account)/.test(pathname)) return false
  if (hasUnsaved()) return signInQuestion.ask()
  queryClient.clear()
  void router.navigate({ to: '/sign-in', search: { next: href }, replace: true })
  return false
})

onRefused('proof_required', () => proofQuestion.ask())

render(queryClient, <RouterProvider router={router} />)

// Mantine's style of each component that a page uses, in Mantine's own order: later files override earlier ones.
