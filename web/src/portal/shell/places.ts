import {
  IconBolt,
  IconFileInvoice,
  IconFileSpreadsheet,
  IconListCheck,
  IconPackage,
  IconReceipt,
  IconRepeat,
  IconShoppingCart,
} from '@tabler/icons-react'

export const CATALOGUE = '/t/$slug'
/** The home of those who have ordered before. Nobody else is shown it. */
export const USUAL = '/t/$slug/usual'

/** The places of the navigation, in its order. On a phone, those with a `tab` are always in sight, under that name. */
export const PLACES = [
  { label: 'Usual', to: USUAL, icon: IconRepeat, tab: 'Usual' },
  { label: 'Catalogue', to: CATALOGUE, icon: IconPackage, tab: 'Catalogue' },
  { label: 'Quick order', to: '/t/$slug/quick-order', icon: IconBolt, tab: null },
  { label: 'Saved lists', to: '/t/$slug/lists', icon: IconListCheck, tab: null },
  { label: 'Your orders', to: '/t/$slug/orders', icon: IconReceipt, tab: 'Orders' },
  { label: 'Quotes', to: '/t/$slug/quotes', icon: IconFileInvoice, tab: null },
  { label: 'Price list', to: '/t/$slug/price-list', icon: IconFileSpreadsheet, tab: null },
  { label: 'Basket', to: '/t/$slug/basket', icon: IconShoppingCart, tab: 'Basket' },
] as const

/** The places of the account menu, which are seldom needed. */
export const OWN_PLACES = [
  { label: 'Colleagues', to: '/t/$slug/colleagues' },
  { label: 'Terms, addresses and mails', to: '/t/$slug/account' },
] as const
