/** A connector over HTTP whose responses an attack chooses (docs/connectors.md). */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"

/** A call to the connector. */
export interface ConnectorCall {
  /** `begin`, `resume`, `document` or `cancel`. */
  readonly name: string
  readonly login: { readonly username?: string } | undefined
}

export interface ConnectorAnswer {
  readonly status: number
  readonly body: unknown
}

export const step = (body: object): ConnectorAnswer => ({ status: 200, body: { session: "session", ...body } })

/** The first step of a login that needs no input. */
export const loggingIn = step({ type: "POLL", status: "COLLECTING", afterMillis: 50 })

/** A document of a record. */
interface RecordDocument {
  readonly documentId: string
  readonly name: string
  readonly contentType: string
}

/** The last step of a login with one insurance policy, which has these documents. */
export const endWith = (documents: ReadonlyArray<RecordDocument>): ConnectorAnswer => {
  const insurance = {
    market: "se",
    insuranceCompany: "Attack",
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    insuranceNumber: "1"
  }
  const record = { id: "1", recordKey: "1", insurance, documents }
  return step({ type: "END", status: "COMPLETED", collected: { insurance: [record], wealth: [], missing: [] } })
}

/** The company of the scripted connector. */
export const company = "se-attack"

/** The part of the configuration that names the connector. The parameter adds members to the company. */
export const entry = (url: string, more: object = {}) => ({
  url,
  allowPrivateAddresses: true,
  companies: [
    {
      company,
      companyDisplayName: "Attack",
      loginMethods: [
        "USERNAME_AND_PASSWORD",
        "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION",
        "SWEDISH_MOBILE_EID_ANY_DEVICE"
      ],
      insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }],
      ...more
    }
  ]
})

/** Runs `use` with the connector's entry in the configuration. */
export const withConnector = async <A>(
  script: (call: ConnectorCall) => ConnectorAnswer,
  use: (connector: object) => Promise<A>,
  more: object = {}
): Promise<A> => {
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      // The cast is safe, because the service sends bodies of this shape.
      const { login } = body as Pick<ConnectorCall, "login">
      const answer = script({ name: (request.url ?? "").split("/").at(-1) ?? "", login })
      const isText = typeof answer.body === "string"
      response.writeHead(answer.status, { "content-type": isText ? "text/plain" : "application/json" })
      response.end(isText ? answer.body : JSON.stringify(answer.body))
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo // the address of a listening TCP server has this type
  try {
    return await use(entry(`http://127.0.0.1:${port}`, more))
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
