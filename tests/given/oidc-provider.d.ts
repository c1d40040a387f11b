declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope: (scope: string) => void; save: () => Promise<string> }
  type Context = {
    oidc: {
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant }
      client?: { clientId: string }
      session?: { accountId?: string }
    }
  }

  export class Provider {
    constructor(
      issuer: string,
      configuration: Record<string, unknown> & {
        interactions: { url: (context: Context, interaction: { uid: string }) => string }
        findAccount: (context: Context, id: string) => unknown
        loadExistingGrant: (context: Context) => Promise<Grant>
      },
    )
    Client: { prototype: { redirectUriAllowed: () => boolean } }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
}
