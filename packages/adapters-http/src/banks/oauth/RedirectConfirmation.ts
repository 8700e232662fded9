/**
 * Confirms an authorization that the person gave on the bank's page (NextGenPSD2 1.3.11). If a consent has a
 * `confirmation` link, the page sends the person back with a code, and the consent becomes valid only once Sheaf has
 * sent that code to the bank. Somebody who forwards the page's link to another person never sees the code.
 */
import type { AuthorizationResponse } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import type { BankHttpClient } from "../wire/BankHttpClient.ts"
import { BankStatusError } from "../wire/BankCallError.ts"
import * as BankWire from "../wire/BankWire.ts"
import * as BankCredentials from "./BankCredentials.ts"

export const unconfirmedCredentials = (confirmation: string): Redacted.Redacted =>
  BankCredentials.serialize({ _tag: "UNCONFIRMED", confirmation })

/** Adds the code that the person brought back. Returns `undefined` if no confirmation code is expected. */
export const addConfirmationCode = (
  given: Redacted.Redacted,
  { code }: AuthorizationResponse
): Redacted.Redacted | undefined => {
  const credentials = BankCredentials.parse(given)
  return credentials?._tag === "UNCONFIRMED"
    ? BankCredentials.serialize({ ...credentials, _tag: "CONFIRMING", code: Redacted.value(code) })
    : undefined
}

const successes: ReadonlyArray<string> = ["finalised", "exempted"]

/**
 * Sends the code. If the bank rejects it, checks the authorization's status, because the bank may have accepted the
 * code in an earlier attempt whose response was lost.
 */
export const sendConfirmationCode = Effect.fnUntraced(function* (
  { sendAndDecode }: Pick<BankHttpClient, "sendAndDecode">,
  { code, confirmation: path }: Extract<BankCredentials.BankCredentials, { readonly _tag: "CONFIRMING" }>
) {
  const statusOf = sendAndDecode(BankWire.WireScaStatus, { method: "GET", path })
  const { scaStatus } = yield* sendAndDecode(BankWire.WireScaStatus, {
    method: "PUT",
    path,
    body: { confirmationCode: code },
    key: `${path} ${code}`
  }).pipe(
    Effect.catchTag("BankStatusError", (fault) =>
      fault.status >= 500 || fault.status === 429
        ? Effect.fail(fault)
        : Effect.flatMap(statusOf, (found) =>
            successes.includes(found.scaStatus) ? Effect.succeed(found) : Effect.fail(fault)
          )
    )
  )
  if (!successes.includes(scaStatus)) return yield* new BankStatusError({ status: 200, code: "SCA_INVALID" })
  return BankCredentials.serialize({ _tag: "CONFIRMED" })
})
