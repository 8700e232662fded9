/**
 * The list of a person's accounts that some banks return after login, so that providers can name accounts in a consent.
 */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { bankAccountsOf } from "../../records/BankAccounts.ts"
import { pageIdentity } from "../Bank.ts"
import * as AccessRules from "../consents/AccessRules.ts"
import * as Bearer from "../oauth/Bearer.ts"
import type { CurrentBank } from "../protocol/AddressedBank.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import * as TppMessage from "../protocol/TppMessage.ts"

/** Returns true if the profile has an account list at this target. `target` must not include the route prefix. */
export const isList = ({ profile }: CurrentBank["Service"], target: string): boolean =>
  profile.accountList !== undefined && target.split("?", 1)[0] === `/v1/${profile.accountList}`

export const handle = (
  { headers }: HttpServerRequest.HttpServerRequest,
  { seals: _, ...addressed }: CurrentBank["Service"]
) =>
  Effect.as(
    Bearer.checkLogin(),
    HttpServerResponse.jsonUnsafe({
      accounts: bankAccountsOf(addressed.bank, pageIdentity).map(AccessRules.accountReferenceOf)
    })
  ).pipe(
    Effect.provideService(BankRequestContext, {
      ...addressed,
      tpp: "",
      requestId: headers["x-request-id"] ?? "",
      authorization: headers["authorization"],
      isAttended: true
    }),
    Effect.catch((error: TppMessage.TppError) => {
      const code = error.tppMessages[0]?.code ?? "FORMAT_ERROR"
      return Effect.succeed(HttpServerResponse.jsonUnsafe(error, { status: TppMessage.httpStatusOf(code) }))
    })
  )
