/** The request that renews a consent, and the time from which a consent can be renewed (spec 2.3, 2.4). */
import { Result, Schema, Struct } from "effect"
import { dayMillis } from "../shared/CalendarDate.ts"
import * as Annotations from "../shared/Annotations.ts"
import type { Violation } from "../shared/Violation.ts"
import type { Psd2AisConsentScope } from "./ConsentScope.ts"
import type { ConsentStatus } from "./ConsentStatus.ts"
import { CreateConsent } from "./CreateConsent.ts"

/** The time before its end from which a consent can be renewed, in milliseconds. */
export const renewalWindowMillis = 30 * dayMillis

/** The body of `POST /consents/{consentId}/renewal`. */
export const RenewConsent = Schema.Struct(Struct.omit(CreateConsent.fields, ["company"])).pipe(
  Annotations.annotate(
    "RenewConsentRequest",
    "A request for a consent that replaces another one. PSD2_AIS_CONSENT has no `accountIds`, `balances` and `transactions`, " +
      "because the scope stays the same."
  )
)
export type RenewConsent = typeof RenewConsent.Type

/** The consent to renew. */
export interface RenewedConsent {
  readonly company: CreateConsent["company"]
  readonly scope: Psd2AisConsentScope
}

const scopeMembers = ["accountIds", "balances", "transactions"] as const

/** Returns the request for the new consent. Fails if the request states a scope of its own. */
export const toCreateConsent = (
  request: RenewConsent,
  { company, scope }: RenewedConsent
): Result.Result<CreateConsent, ReadonlyArray<Violation>> => {
  const { type: _, ...granted } = scope
  const violations = request.parameters.flatMap((parameter, index) =>
    parameter.type === "PSD2_AIS_CONSENT"
      ? scopeMembers
          .filter((member) => parameter[member] !== undefined)
          .map((member): Violation => ({
            pointer: `/parameters/${index}/${member}`,
            code: "INVALID_FIELD",
            detail: "A renewal keeps the scope of the consent."
          }))
      : []
  )
  if (violations.length > 0) return Result.fail(violations)
  return Result.succeed({
    ...request,
    company,
    parameters: request.parameters.map((parameter) =>
      parameter.type === "PSD2_AIS_CONSENT" ? { ...parameter, ...granted } : parameter
    )
  })
}

/** Returns the request for the renewal of a consent that has the scope of `request`. */
export const withoutScope = ({ company: _, parameters, ...request }: CreateConsent): RenewConsent => ({
  ...request,
  parameters: parameters.map((each) => (each.type === "PSD2_AIS_CONSENT" ? Struct.omit(each, scopeMembers) : each))
})

/** Returns the time from which a consent can be renewed, or `undefined` if it never can. */
export const renewableFrom = ({
  expiresAt,
  status
}: {
  readonly expiresAt: number
  readonly status: ConsentStatus
}): number | undefined =>
  status === "AUTHORIZED" || status === "EXPIRED" ? expiresAt - renewalWindowMillis : undefined
