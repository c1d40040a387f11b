import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import serverJson from '../../server/package.json' with { type: 'json' }
import { lockedPackages } from '../given/package-files.ts'

const REGISTRY = 'https://registry.npmjs.org/'

/** Licences that ask for no more than to be passed on with the code. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  '(MIT OR CC0-1.0)',
  '(MIT AND Zlib)',
  'MIT/X11',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  // Of the Python Software Foundation: as BSD-3-Clause, and changes are named.
  'Python-2.0',
  // Of fonts: they may be embedded, bundled and sold with any program.
  'OFL-1.1',
])

/**
 * libvips, the library behind `sharp`, is under the LGPL. It is a shared library in its own packages, which anybody can
 * replace by another build: that is what the LGPL asks for.
 */
const REPLACEABLE = /^@img\/sharp-/

/** Its licence is MIT, in a file: its package.json does not name one. */
const UNNAMED = 'png-js'

test('no package runs a script when it is installed, but for those that may', () => {
  const running = lockedPackages().filter(({ hasInstallScript }) => hasInstallScript)
  expect(running.map(({ name }) => name)).toEqual(Object.keys(packageJson.allowScripts))
})

test('every package is locked to its content, from the npm registry', () => {
  const packages = lockedPackages()
  expect(packages.length).toBeGreaterThan(100)
  const loose = packages.filter(
    ({ integrity, resolved }) =>
      !/^sha512-\S{88}$/.test(integrity ?? '') || !(resolved ?? REGISTRY).startsWith(REGISTRY),
  )
  expect(loose).toEqual([])
})

test('the embedded database is pinned to one version, because its inside is patched', () => {
  expect(serverJson.dependencies['@electric-sql/pglite']).toMatch(/^\d+\.\d+\.\d+$/)
})

test('what runs in the service may be used by anybody', () => {
  const running = lockedPackages().filter(({ dev, name }) => !dev && !REPLACEABLE.test(name) && name !== UNNAMED)
  expect(running.length).toBeGreaterThan(50)
  expect(running.filter(({ license }) => !PERMISSIVE.has(license ?? ''))).toEqual([])
})
