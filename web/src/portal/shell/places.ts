import {
  IconBolt,
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

/** The places of the navigation, in its order. `shortcut` is pressed key by key, outside of fields. */
export const PLACES = [
  { label: 'Usual', to: USUAL, icon: IconRepeat, shortcut: 'G U' },
  { label: 'Catalogue', to: CATALOGUE, icon: IconPackage, shortcut: 'G C' },
  { label: 'Quick order', to: '/t/$slug/quick-order', icon: IconBolt, shortcut: 'G Q' },
  { label: 'Saved lists', to: '/t/$slug/lists', icon: IconListCheck, shortcut: 'G L' },
  { label: 'Your orders', to: '/t/$slug/orders', icon: IconReceipt, shortcut: 'G O' },
  { label: 'Price list', to: '/t/$slug/price-list', icon: IconFileSpreadsheet, shortcut: 'G P' },
  { label: 'Basket', to: '/t/$slug/basket', icon: IconShoppingCart, shortcut: 'G B' },
] as const

/** The places of the account menu, which are seldom needed. */
export const OWN_PLACES = [
  { label: 'Colleagues', to: '/t/$slug/colleagues', shortcut: undefined },
  { label: 'Mails', to: '/t/$slug/mails', shortcut: undefined },
] as const
