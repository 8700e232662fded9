/** A webhook receiver that verifies nothing and records every request. */
import { createServer } from "node:http"
import type { IncomingHttpHeaders, Server, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface ReceivedEvent {
  readonly eventId: string
  readonly type: string
  readonly version: string
  readonly subject?: { readonly collectionId?: string }
}

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly event: ReceivedEvent
}

export class Receiver {
  readonly received: Array<ReceivedRequest> = []
  /** Responds to each request, by default with 204. */
  answer: (response: ServerResponse, received: ReceivedRequest) => void = (response) =>
    void response.writeHead(204).end()
  readonly #server: Server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString()
      const received = { headers: request.headers, body, event: JSON.parse(body) as ReceivedEvent }
      this.received.push(received)
      this.answer(response, received)
    })
  })

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
    return this
  }

  get url(): string {
    // A listening TCP server's address has this type.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks?token=4711`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
