import fc from 'fast-check'
import { inject } from 'vitest'

// What fails tells its seed and path as well; a test that names a seed goes by that.
fc.configureGlobal({ seed: inject('seed') })
