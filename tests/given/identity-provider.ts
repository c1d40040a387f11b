import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { generate } from 'selfsigned'
import { Agent, fetch } from 'undici'
import { providerFetch } from '../../server/src/people/company/identity-provider.ts'
import type { CompanySignIn } from '../../server/src/context.ts'
import { letThrough } from './image-host.ts'

export const CLIENT = { clientId: 'catalogue', clientSecret: 'client secret of the test' }

/** What the provider says of whoever signs in there. */
type Claims = { sub: string; email?: string; email_verified?: boolean; name?: string }

/** A real provider of OpenID Connect on this machine, at which whoever comes is the person of `claims`. */
export type IdentityProvider = {
  issuer: string
  /** For `company` of a service. */
  fetch: CompanySignIn['fetch']
  claims: Claims
  /** Changes the claims of its tokens, which it signs again. */
  forge: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** Signs with another key from now on, and no longer knows the one before. */
  rotate: () => Promise<void>
  /** Goes through the pages of the provider, as a browser does, to where it sends people back. */
  visit: (url: string) => Promise<URL>
  close: () => void
}

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  let provider: Provider
  let signing: CryptoKey
  let kid = ''
  const server = createServer({ cert, key }, (request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `https://localhost:${port}`
  const ours = new Agent({ connect: { ca: cert } })
  /** What was said of each account when it last came. */
  const known = new Map<string, Claims>()

  const started: IdentityProvider = {
    issuer,
    fetch: providerFetch(letThrough({ host: `localhost:${port}`, ca: cert }, async () => ['127.0.0.1'])),
    claims: { sub: 'nobody' },
    forge: undefined,
    rotate: async () => {
      const pair = await generateKeyPair('RS256', { extractable: true })
      const jwk = await exportJWK(pair.privateKey)
      kid = await calculateJwkThumbprint(jwk)
      signing = pair.privateKey
      provider = await makeProvider(issuer, { ...jwk, kid, alg: 'RS256', use: 'sig' }, (sub) => known.get(sub)!)
    },
    visit: async (first) => {
      const cookies = new Map<string, string>()
      for (let url = new URL(first); ;) {
        if (url.origin !== issuer) return url
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const page = await fetch(url, { redirect: 'manual', dispatcher: ours, headers: { cookie } })
        for (const set of page.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
          cookies.set(name!, value!)
        }
        const location = page.headers.get('location')
        if (location === null) throw new Error(`The provider stays at ${url.pathname}: ${await page.text()}`)
        url = new URL(location, url)
      }
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.url!.startsWith('/interaction/')) {
      const login = { accountId: started.claims.sub }
      known.set(started.claims.sub, started.claims)
      await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
      return
    }
    if (request.url === '/token' && started.forge) {
      const end = response.end.bind(response)
      const sign = async (body: string) => {
        const text = await forged(body)
        response.removeHeader('content-length')
        end(text)
      }
      response.end = ((body: string) => {
        void sign(String(body))
        return response
      }) as never
    }
    await provider.callback()(request, response)
  }

  async function forged(body: string): Promise<string> {
    const tokens = JSON.parse(body)
    if (!tokens.id_token) return body
    const claims = started.forge!(decodeJwt(tokens.id_token))
    const signed = new SignJWT(claims as never).setProtectedHeader({ alg: 'RS256', kid })
    return JSON.stringify({ ...tokens, id_token: await signed.sign(signing) })
  }

  await started.rotate()
  return started
}

async function makeProvider(issuer: string, jwk: object, claims: (sub: string) => Claims): Promise<Provider> {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: ['https://catalogue.example/app-api/account/company/callback'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [jwk] } as never,
    cookies: { keys: ['only of the test'] },
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({ accountId, claims: async () => ({ ...claims(accountId), sub: accountId }) }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client!.clientId,
        accountId: ctx.oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  // Each workspace has an address of its own to come back to.
  provider.Client.prototype.redirectUriAllowed = () => true
  return provider
}
