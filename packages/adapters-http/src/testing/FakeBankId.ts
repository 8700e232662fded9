/** A fake of the Swedish scheme's relying-party API, version 6, based on the provider's samples and documentation. */
import { Effect } from "effect"
import type { ServerOptions } from "node:https"
import { isIP } from "node:net"
import type { ScriptedResponse } from "./ScriptedResponses.ts"
import * as FakeProvider from "./FakeProvider.ts"

export const tokens = {
  autoStartToken: "7c40b5c9-fa74-49cf-b98c-bfe651f9a7c6",
  qrStartToken: "67df3917-fa0d-44e5-b327-edcc928297f8",
  qrStartSecret: "d28db9a7-4cde-429e-a983-359be676944c"
}

/** The provider rejects orders with any other member. */
const members = [
  "endUserIp",
  "userVisibleData",
  "userVisibleDataFormat",
  "userNonVisibleData",
  "requirement",
  "returnUrl",
  "returnRisk",
  "web",
  "app"
]

const invalid = (details: string): ScriptedResponse =>
  FakeProvider.json(400, { errorCode: "invalidParameters", details })

export const orderRefOf = (index: number): string => `131daac9-16c6-4618-beb0-${String(index).padStart(12, "0")}`

/**
 * With `tls`, serves over TLS and requires a client certificate, like the real provider. Without it, serves over plain
 * HTTP.
 */
export const serve = Effect.fnUntraced(function* (tls?: ServerOptions) {
  const orders: Array<string> = []
  let state: object = { status: "pending", hintCode: "outstandingTransaction" }

  const auth = (body: FakeProvider.ReceivedCall["body"]): ScriptedResponse => {
    const { endUserIp, userVisibleData = "" } = body
    const unknown = Object.keys(body).filter((name) => !members.includes(name))
    if (unknown.length > 0) return invalid(`Unknown ${unknown.join()}`)
    if (typeof endUserIp !== "string" || isIP(endUserIp) === 0) return invalid("Invalid endUserIp")
    if (String(userVisibleData).length > 1500) return invalid("Invalid userVisibleData")
    orders.push(orderRefOf(orders.length))
    return FakeProvider.json(200, { orderRef: orders.at(-1), ...tokens })
  }

  const respond = ({ body, method, path }: FakeProvider.ReceivedCall): ScriptedResponse => {
    if (method !== "POST") return FakeProvider.json(405, {})
    if (path === "auth") return auth(body)
    const { orderRef } = body
    if (typeof orderRef !== "string" || !orders.includes(orderRef)) return invalid("No such order")
    if (path === "cancel") orders.splice(orders.indexOf(orderRef), 1)
    return FakeProvider.json(200, path === "cancel" ? {} : { orderRef, ...state })
  }
  const provider = yield* FakeProvider.make("/rp/v6.0/", respond, tls)

  return { ...provider, report: (reported: object): void => void (state = reported) }
})

export const make = serve()
