/**
 * `npm run pack`: the tarballs of both packages, in `dist/packages`. What is packed is in `dist/build`: the repository
 * with JavaScript in place of TypeScript, which Node does not run in `node_modules`. An argument is another folder than
 * `dist`.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildWebWhenStale } from './build-web-when-stale.mjs'

const dist = resolve(process.argv[2] ?? 'dist')
const build = `${dist}/build`
const packages = `${dist}/packages`

process.chdir(`${import.meta.dirname}/..`)
for (const folder of [build, packages]) rmSync(folder, { recursive: true, force: true })
mkdirSync(packages, { recursive: true })
execFileSync('tsc', ['-p', 'tsconfig.pack.json', '--outDir', build], { stdio: 'inherit' })
// The compiler ends the shell's first command, so that the shell would run what follows.
const cli = `${build}/server/src/cli.js`
writeFileSync(cli, readFileSync(cli, 'utf8').replace("\n':'; /*", "\n':' /*"))
buildWebWhenStale()
for (const path of ['server/migrations', 'server/sample', 'web/dist', 'docs', 'client/src/openapi.d.ts']) {
  cpSync(path, `${build}/${path}`, { recursive: true })
}
preparePackage('server', build)
preparePackage('client', `${build}/client`)
execFileSync('npm', ['pack', '--silent', build, `${build}/client`, '--pack-destination', packages], {
  stdio: 'inherit',
})

/** `publishConfig` says how the manifest of a package differs from the one in the repository. */
function preparePackage(source: string, folder: string): void {
  const manifest = JSON.parse(readFileSync(`${source}/package.json`, 'utf8'))
  const { private: _, devDependencies: _tools, publishConfig, ...kept } = manifest
  const packed = { ...kept, ...publishConfig }
  // One release has both.
  if (packed.dependencies['@trade-catalogue/client']) packed.dependencies['@trade-catalogue/client'] = packed.version
  writeFileSync(`${folder}/package.json`, JSON.stringify(packed, null, 2))
  cpSync(`${source}/README.md`, `${folder}/README.md`)
  cpSync('LICENSE', `${folder}/LICENSE`)
}
