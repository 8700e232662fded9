/** A recorded login. It exists only in memory until it is scrubbed. */
import type { CallName } from "@sheaf/connector/cassettes"
import type { ProxiedRequest, ProxiedResponse } from "./CompanyProxy.ts"

export interface RawExchange {
  readonly request: ProxiedRequest
  readonly response: ProxiedResponse
}

export interface RawCall {
  readonly call: CallName
  readonly body: Readonly<Record<string, unknown>>
  readonly exchanges: ReadonlyArray<RawExchange>
  readonly step?: Readonly<Record<string, unknown>>
}

export interface Recording {
  readonly company: string
  readonly recordedAt: Date
  readonly failure?: string
  readonly calls: ReadonlyArray<RawCall>
  readonly inputs: ReadonlyArray<string>
}

const maxBytes = 20 * 1024 * 1024

const dropped = new Set(["content-encoding", "content-length", "transfer-encoding", "connection"])

export const forward = async ({ bytes, headers, method, url }: ProxiedRequest): Promise<ProxiedResponse> => {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) sent.append(name, each)
  }
  const response = await fetch(url, {
    method,
    headers: sent,
    redirect: "manual",
    ...(method !== "GET" && method !== "HEAD" && { body: new Uint8Array(bytes) })
  })
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxBytes) throw new Error("the company's response is too long")
    parts.push(part)
  }
  return {
    status: response.status,
    headers: Array.from(response.headers).filter(([name]) => !dropped.has(name)),
    bytes: Buffer.concat(parts)
  }
}
