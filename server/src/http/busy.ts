import { Unavailable } from '../errors.ts'

/** Refuses what is too much just now. One for all of it, as a refusal has to cost next to nothing. */
export const BUSY = new Unavailable('The service is asked for more than it can do. Ask again in a moment.', 1)
