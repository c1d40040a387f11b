/** A request as it goes over the wire. */
export function requestBytes(
  method: string,
  path: string,
  { key, headers = {}, body }: { key: string; headers?: Record<string, string>; body?: string },
): Buffer {
  const payload = Buffer.from(body ?? '')
  const fields = Object.entries({
    Host: 'localhost',
    Authorization: `Bearer ${key}`,
    ...headers,
    ...(body !== undefined && { 'Content-Length': String(payload.length) }),
  })
  const lines = fields.map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), payload])
}
