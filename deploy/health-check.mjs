// The health check of the container: ends with 0 if the process answers. It asks nothing of the database, since a
// restart would bring no database back.
import http from 'node:http'
import https from 'node:https'

const { TLS_CERT, PORT = 3000 } = process.env
const { get } = TLS_CERT ? https : http
// The certificate is for the public name.
get({ port: PORT, path: '/healthz', timeout: 4_000, rejectUnauthorized: false }, ({ statusCode }) => {
  process.exit(statusCode === 200 ? 0 : 1)
})
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
