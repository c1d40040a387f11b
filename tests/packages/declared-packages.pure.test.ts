import { expect, test } from 'vitest'
import { FALLBACKS } from '../../server/src/files/export/pdf-letters.ts'
import { declaredPackages, importedPackages, lockedPackages, readText } from '../given/package-files.ts'

const WORKSPACES = {
  server: declaredPackages('server/package.json'),
  client: declaredPackages('client/package.json'),
  web: declaredPackages('web/package.json'),
}
const ROOT = declaredPackages('package.json')

const IMPORTED = {
  server: importedPackages('server/src/**/*.ts'),
  client: importedPackages('client/**/*.ts'),
  web: importedPackages('web/{src/**/*,*}.{ts,tsx}'),
  root: importedPackages('{tests,bench,scripts}/**/*.{ts,mjs}').union(importedPackages('*.ts')),
}

test.each(['server', 'client', 'web'] as const)('what the %s imports, it declares, or it is its own', (workspace) => {
  const { name } = JSON.parse(readText(`${workspace}/package.json`))
  expect([...IMPORTED[workspace].difference(new Set([...WORKSPACES[workspace], name]))]).toEqual([])
})

test('what tests, measurements and scripts import is declared', () => {
  const declared = new Set([...ROOT, ...WORKSPACES.server, ...WORKSPACES.client])
  expect([...IMPORTED.root.difference(declared)]).toEqual([])
})

test.each([
  ['server', WORKSPACES.server, IMPORTED.server],
  ['client', WORKSPACES.client, IMPORTED.client],
  ['web', WORKSPACES.web, IMPORTED.web],
  ['root', ROOT, IMPORTED.root],
])('what the %s declares is of use', (_workspace, declared, imported) => {
  expect(declared).not.toEqual([])
  const isOfUse = (name: string) =>
    imported.has(name) ||
    isTypesOfUse(name, imported) ||
    isTool(name) ||
    isPeer(name, declared) ||
    // The files of fonts are read by their path.
    FALLBACKS.includes(name)
  expect(declared.filter((name) => !isOfUse(name))).toEqual([])
})

/** Types of what is imported, or of Node itself. */
function isTypesOfUse(name: string, imported: Set<string>): boolean {
  return name === '@types/node' || (name.startsWith('@types/') && imported.has(name.slice('@types/'.length)))
}

/** A program that the commands of the repository run. */
function isTool(name: string): boolean {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  const words = new Set(Object.values(scripts).flatMap((script) => script.split(/\s+/)))
  const programs = lockedPackages().find((locked) => locked.name === name)?.bin ?? {}
  return Object.keys(programs).some((program) => words.has(program))
}

/** What another declared package asks to have beside it. */
function isPeer(name: string, declared: string[]): boolean {
  return lockedPackages().some((locked) => declared.includes(locked.name) && locked.peerDependencies?.[name])
}
