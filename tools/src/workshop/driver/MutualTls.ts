/** Requests with a client certificate. */
import { request as send } from "node:https"

export interface Certificate {
  readonly ca: Buffer
  readonly cert: Buffer
  readonly key: Buffer
}

export interface TlsAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
}

/** Sends a request on a connection of its own. Rejects if the handshake fails. */
export const get = (url: string, certificate: Certificate, apiKey: string): Promise<TlsAnswer> =>
  new Promise((resolve, reject) => {
    const headers = { "authorization-token": apiKey, "service-version": "2026-04-01" }
    const request = send(url, { ...certificate, agent: false, headers }, (response) => {
      response.resume()
      const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
      resolve({ status: response.statusCode ?? 0, headers: new Map(fields) })
    })
    request.on("error", reject)
    request.end()
  })
