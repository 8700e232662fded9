/** The header fields that protect people in browsers, in every kind of response (decisions 12, 14). */
import assert from "node:assert/strict"
import { request as send } from "node:https"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Attack } from "../Attack.ts"
import { credentials, exchange, head } from "../../workshop/driver/Sockets.ts"
import type { Target } from "../stage/Target.ts"

type Fields = ReadonlyMap<string, string>

const fieldsOf = (text: string): Fields => {
  const [top = ""] = text.split("\r\n\r\n", 1)
  const lines = top.split("\r\n").slice(1)
  return new Map(
    lines.map((line) => [line.split(":", 1)[0]?.toLowerCase() ?? "", line.slice(line.indexOf(":") + 1).trim()])
  )
}

/** Sends a request over mutual TLS and returns the header fields of the response. */
const overTls = ({ dataDir, service }: Target, path: string): Promise<Fields> =>
  new Promise((resolve, reject) => {
    const file = (name: string) => readFileSync(join(dataDir, "certs", "demo", name))
    const tls = { ca: file("ca.pem"), cert: file("client.pem"), key: file("client.key"), agent: false }
    const request = send(
      `${service.mutualTlsBase}${path}`,
      { ...tls, headers: { "authorization-token": "sheaf-demo" } },
      (response) => {
        response.resume()
        resolve(new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)])))
      }
    )
    request.on("error", reject)
    request.end()
  })

const policyOf = (fields: Fields): string => fields.get("content-security-policy") ?? ""

export const headers: Attack = {
  name: "headers",
  summary: "looks for responses that browsers could misinterpret or leak",
  promise:
    "Every response has nosniff and a request id, pages have a Content-Security-Policy with form-action and without unsafe-eval (or are isolated), and responses over TLS have HSTS.",
  run: ({ withTarget }) =>
    withTarget({}, async (target) => {
      const { base } = target.service
      const close = "Connection: close"
      const kinds: Readonly<Record<string, string>> = {
        page: head("GET /docs HTTP/1.1", close),
        "start page": head("GET / HTTP/1.1", close),
        document: head("GET /openapi/2026-04-01.json HTTP/1.1", close),
        health: head("GET /health HTTP/1.1", close),
        data: head("GET /companies/availability HTTP/1.1", ...credentials, close),
        list: head("GET /collections HTTP/1.1", ...credentials, close),
        "unknown collection": head(`GET /collections/${crypto.randomUUID()}/status HTTP/1.1`, ...credentials, close),
        "no credentials": head("GET /collections HTTP/1.1", close),
        "unknown route": head("GET /nothing HTTP/1.1", close),
        "wrong method": head("DELETE /collections HTTP/1.1", ...credentials, close),
        "return page": head("GET /consents/return/abc HTTP/1.1", close),
        keys: head("GET /.well-known/jwks.json HTTP/1.1", close),
        "malformed request": head("GET /health HTTP/1.1", "Host: twice", close),
        "broken request line": "GET\r\n\r\n",
        "huge header": head("GET /health HTTP/1.1", `X-Large: ${"x".repeat(100_000)}`)
      }
      for (const [kind, bytes] of Object.entries(kinds)) {
        const text = await exchange(base, bytes)
        const fields = fieldsOf(text)
        assert.equal(fields.get("x-content-type-options"), "nosniff", `${kind}: no nosniff`)
        assert.ok(fields.has("x-request-id"), `${kind}: no request id`)
        if (!(fields.get("content-type") ?? "").startsWith("text/html")) continue
        const policy = policyOf(fields)
        assert.match(policy, /form-action/, `${kind}: no form-action`)
        const isIsolated = /sandbox(?![^;]*allow-same-origin)/.test(policy)
        assert.ok(isIsolated || !policy.includes("unsafe-eval"), `${kind}: unsafe-eval`)
      }
      for (const path of ["/health", "/companies/availability", "/nothing"]) {
        const fields = await overTls(target, path)
        assert.match(fields.get("strict-transport-security") ?? "", /max-age=\d{7,}/, `${path} over TLS: no HSTS`)
        assert.equal(fields.get("x-content-type-options"), "nosniff", `${path} over TLS: no nosniff`)
      }
      return `${Object.keys(kinds).length} kinds of responses, and responses over TLS, have the fields`
    })
}
