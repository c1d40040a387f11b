import { ServerResponse } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'

/**
 * Lets the application answer CONNECT like any other method. For CONNECT, Node hands over the raw socket, for a tunnel. This
 * service opens no tunnels, so the connection ends with the response.
 */
export function answerConnect(application: RequestListener): (request: IncomingMessage, socket: Duplex) => void {
  return (request, socket) => {
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as Socket)
    response.on('finish', () => (socket as Socket).destroySoon())
    socket.on('error', () => socket.destroy())
    application(request, response)
  }
}
