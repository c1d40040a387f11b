declare module '@20minutes/s3rver' {
  /** An S3 server, without its own types; as far as tests use it. */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<object>
    close(): Promise<void>
  }
}
