import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A package as the lockfile has it. */
export type LockedPackage = {
  name: string
  /** Where it comes from; left out, it is whatever registry npm is told to use. */
  resolved?: string
  integrity?: string
  license?: string
  /** Not needed to run the service. */
  dev?: boolean
  hasInstallScript?: boolean
  /** A workspace of this repository. */
  link?: boolean
  bin?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Every package that an install brings in. */
export function lockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, LockedPackage> }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, locked]) => ({ ...locked, name: path.split('node_modules/').at(-1)! }))
}

/** The packages that a package.json names. */
export function declaredPackages(path: string): string[] {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readText(path))
  return Object.keys({ ...dependencies, ...devDependencies })
}

/** The packages that files import, Node's own modules aside. */
export function importedPackages(files: string): Set<string> {
  const imported = globSync(files, { cwd: ROOT, exclude: ['**/node_modules/**'] })
    .flatMap((file) => [...readText(file).matchAll(/^[^'"`\n]*\b(?:from |import |import\()'(@?[a-z\d][^']*)'/gm)])
    .map(([, specifier]) => specifier!)
  return new Set(imported.filter((specifier) => !isBuiltin(specifier)).map(packageOf))
}

/** The text of a file of this repository. */
export function readText(path: string): string {
  return readFileSync(ROOT + path, 'utf8')
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
