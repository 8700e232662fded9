/** Responses from a scripted connector: steps and faults. */
import { gzipSync } from "node:zlib"
import * as ScriptedResponses from "../../src/testing/ScriptedResponses.ts"

export const poll = { type: "POLL", status: "LOGIN", session: "the-next-session", afterMillis: 500 } as const

export const step = (json: unknown): ScriptedResponses.ScriptedResponse =>
  ScriptedResponses.completeResponse(200, JSON.stringify(json))

export const ask = {
  type: "ASK",
  status: "TWO_FACTOR_PENDING",
  session: "the-next-session",
  asks: "TWO_FACTOR_CODE",
  information: {
    TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { authenticationInstruction: "Enter the code.", responseType: "NUMBER_CODE" }
  }
} as const

export const record = {
  id: "1",
  insurance: {
    market: "ee",
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    insuranceCompany: "ee-tammekindlustus"
  }
} as const

export const end = (members: object) => ({ type: "END", status: "COMPLETED", session: "", ...members })

/** Adds a member with this JSON value to the beginning of a poll step. */
export const withMember = (name: string, json: string) =>
  ScriptedResponses.completeResponse(200, `{"${name}":${json},${JSON.stringify(poll).slice(1)}`)

/** An HTTP/1.0 response without a length. It ends when the connection closes. */
export const http10Response =
  (body: string): ScriptedResponses.ScriptedResponse =>
  (response) =>
    void response.socket?.end(`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${body}`)

export const afterInterimResponses =
  (answer: ScriptedResponses.ScriptedResponse): ScriptedResponses.ScriptedResponse =>
  (response) => {
    response.writeContinue()
    response.writeProcessing()
    response.writeEarlyHints({ link: "</style.css>; rel=preload" })
    answer(response)
  }

export const zipped = (body: string) =>
  ScriptedResponses.completeResponse(200, gzipSync(body), { "content-encoding": "gzip" })
