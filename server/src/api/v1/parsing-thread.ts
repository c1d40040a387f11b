import { parseBodies } from '../../http/bodies/parsing-thread.ts'
import { UpsertCustomers } from './customer-schema.ts'
import { UpsertProducts } from './product-schema.ts'

/** The thread in which large bodies are parsed, and those of bulk calls also checked. */
parseBodies({ upsertProducts: UpsertProducts, upsertCustomers: UpsertCustomers })
