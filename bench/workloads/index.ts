import type { Workload } from '../workload.ts'
import { FEEDS } from './feeds.ts'
import { firstSync } from './first-sync.ts'
import { images } from './images.ts'
import { importFile } from './import-file.ts'
import { LISTS } from './lists.ts'
import { mix } from './mix.ts'
import { PRICE_CHANGES } from './price-changes.ts'
import { whilePublishing } from './price-feed.ts'
import { PRODUCTS } from './products.ts'
import { SEARCHES } from './searches.ts'
import { SERVICE } from './service.ts'
import { walk } from './walk.ts'
import { WRITES } from './writes.ts'
import { YARDSTICKS } from './yardstick.ts'

/** In the order in which they run: what reads the main workspace comes before what changes it. */
export const WORKLOADS: Workload[] = [
  mix,
  ...YARDSTICKS,
  ...LISTS,
  walk,
  ...SEARCHES,
  ...PRODUCTS,
  SERVICE.steady,
  firstSync,
  importFile,
  images,
  ...WRITES,
  ...PRICE_CHANGES,
  whilePublishing,
  ...FEEDS,
  ...SERVICE.starts,
]
