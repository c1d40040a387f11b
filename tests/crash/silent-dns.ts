import { Resolver } from 'node:dns/promises'

/**
 * Loaded into the server before anything else: no name is ever resolved. So no image is copied and none fails, which
 * would raise a workspace's revision without a change that its activity tells of.
 */
const never = () => new Promise<never>(() => {})
Object.assign(Resolver.prototype, { resolve4: never, resolve6: never })
