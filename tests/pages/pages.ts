import type { Viewer } from './sample-service.ts'

const CONSOLE = [
  ['', 'Home'],
  ['/products', 'Products'],
  ['/price-changes', 'Price changes'],
  ['/customers', 'Customers'],
  ['/prices', 'Explain a price'],
  ['/orders', 'Orders'],
  ['/orders/new', 'Place an order'],
  ['/quotes', 'Quotes'],
  ['/quotes/new', 'New quote'],
  ['/imports', 'Imports'],
  ['/activity', 'Activity'],
  ['/settings/workspace', 'Workspace'],
  ['/settings/people', 'People'],
  ['/settings/keys', 'API keys'],
  ['/settings/portal', 'Trade portal'],
].map(([path, h1]) => ['owner', `/w/sample${path}`, h1] as const)

const PORTAL = [
  ['', 'Catalogue'],
  ['/usual', 'Usual'],
  ['/quick-order', 'Quick order'],
  ['/basket', 'Basket'],
  ['/orders', 'Your orders'],
  ['/quotes', 'Quotes'],
  ['/lists', 'Saved lists'],
  ['/price-list', 'Price list'],
  ['/colleagues', 'Colleagues'],
  ['/account', 'Your account with Harbour & Vale Wholesale (sample)'],
].map(([path, h1]) => ['buyer', `/t/sample${path}`, h1] as const)

const ELSEWHERE = [
  ['owner', '/account', 'Your account'],
  ['nobody', '/sign-in', 'Sign in'],
  ['nobody', '/t/sample/sign-in', 'Sign in'],
] as const

/** Pages of the applications that have an address of their own: who opens them, where, and their heading. */
export const PAGES = [...CONSOLE, ...PORTAL, ...ELSEWHERE] as [viewer: Viewer, path: string, h1: string][]

/** The first link of a list leads to each of these pages. */
export const FROM_LISTS = [
  ['owner', '/w/sample/products', 'tbody a'],
  ['owner', '/w/sample/price-changes', 'tbody a'],
  ['owner', '/w/sample/customers', 'tbody a'],
  ['owner', '/w/sample/orders', 'tbody a'],
  ['owner', '/w/sample/quotes', 'tbody a'],
  ['buyer', '/t/sample', 'main li a'],
  ['buyer', '/t/sample/orders', 'main li a, tbody a'],
  ['buyer', '/t/sample/quotes', 'main li a, tbody a'],
] as const
