declare module 'saxen' {
  type Decode = (text: string) => string
  /** Without its own types; as far as workbooks need it. Handlers may throw. */
  export class Parser {
    on(
      event: 'openTag',
      handler: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
    ): this
    on(event: 'closeTag', handler: (name: string) => void): this
    on(event: 'text', handler: (text: string, decode: Decode) => void): this
    /** `<!DOCTYPE …>` and the like. */
    on(event: 'attention', handler: (markup: string) => void): this
    on(event: 'cdata', handler: (text: string) => void): this
    on(event: 'error', handler: (error: Error) => void): this
    write(xml: string): this
    end(): this
  }
}
