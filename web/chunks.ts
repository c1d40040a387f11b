/*
 * Which modules come in one file. Left to itself, the build makes a file of each few modules that the same pages share:
 * ninety on a first visit, and by a slow connection each waits for its turn.
 */

const INITIAL = { tags: ['$initial' as const] }

/** What all applications begin with: React, Mantine, forms and calls of the service. An invitation has no more. */
const BASE = new RegExp(
  [
    'server/src/shared/(accent|roles)\\.ts$',
    '/node_modules/(react|react-dom|scheduler|clsx|openapi-fetch|@mantine/\\w+|@tanstack/(query-core|react-query))/.+js$',
    'src/shared/(branded|entry-card|form|problem|root)\\.tsx?$',
  ].join('|'),
)

/** What pages are made of, and none of them alone. */
const SHARED = /\/(node_modules|src\/shared|server\/src\/shared)\/.+\.[mc]?[jt]sx?$/

/** What first pages use: the catalogue, and the forms before one has signed in. */
const FIRST_PARTS = new RegExp(
  [
    'src/shared/(account-menu-button|dates|empty|money|pager|product-picture|quantity|use-is-phone)\\.',
    'src/shared/search-box\\.',
    'server/src/shared/moment-in-words\\.',
    'components/(Badge|Card|Skeleton|Stack|TextInput)/',
    'icons/Icon(Bolt|Check|Dots|FileSpreadsheet|ListCheck|Minus|Package|Plus|Receipt|Repeat|ShoppingCart|X)\\.',
    'esm/(use-debounced-value/|use-local-storage/|use-media-query/|useLocation\\.)',
  ].join('|'),
)

/** What opens over a page. */
const OVERLAYS = /@floating-ui|components\/(Combobox|Drawer|Menu|Modal|Popover|ScrollArea|Tooltip)\//

/** What every page of the portal is in, and where most visits begin. */
const FIRST_PAGES = /src\/portal\/(shell\/shell|catalogue\/catalogue-page)\.tsx$/

/** What the console asks for before the code of a page has come. */
const FIRST_OF_CONSOLE = /src\/console\/(workspace-context|customers\/customer-queries|lists\/view-queries)\.tsx?$/

/** Each takes what its modules import, too, as far as no group before it has that. */
export const CHUNK_GROUPS = [
  { name: 'base', test: BASE, ...INITIAL },
  { name: 'router', test: SHARED, ...INITIAL },
  { name: 'common', test: FIRST_PARTS },
  { name: 'overlays', test: OVERLAYS },
  { name: 'portal-first', test: FIRST_PAGES },
  { name: 'console-first', test: FIRST_OF_CONSOLE },
]
