/** The checks that both collections and consents make when they start (spec 2.1). */
import type { CompanyId } from "@sheaf/domain/Company"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Violation } from "@sheaf/domain/Violation"
import { Connectors, InvalidParameters, UnknownCompany } from "@sheaf/ports"
import { Context, Effect, Option } from "effect"
import type { Result } from "effect"

export const failWithViolation = (violation: Violation) =>
  Effect.fail(new InvalidParameters({ violations: [violation] }))

/** Returns the checked value, or fails with the violated rules. */
export const failUnlessValid = <A>(checked: Result.Result<A, ReadonlyArray<Violation>>) =>
  Effect.mapError(Effect.fromResult(checked), (violations) => new InvalidParameters({ violations }))

/** The environments whose login methods the service offers: the configured companies are `REAL` (spec 12). */
export const LoginEnvironments = Context.Reference<ReadonlySet<LoginMethod.LoginEnvironment>>(
  "@sheaf/application/LoginEnvironments",
  { defaultValue: () => new Set(["REAL"]) }
)

const notOffered: Violation = {
  pointer: "/loginMethod",
  code: "LOGIN_METHOD_NOT_IN_PRODUCTION",
  detail: "This service does not offer login methods that end in _TEST or _MOCK."
}

interface AskedLogin {
  readonly company: CompanyId
  readonly loginMethod?: LoginMethod.LoginMethod
}

/**
 * Returns the requested company. Fails if `missing` names a violation, if the service does not offer the login method, or if the
 * company is unknown.
 */
export const requireCompany = Effect.fnUntraced(function* (
  { company: id, loginMethod }: AskedLogin,
  missing: Violation | undefined
) {
  if (missing !== undefined) return yield* failWithViolation(missing)
  const environments = yield* LoginEnvironments
  if (loginMethod !== undefined && !environments.has(LoginMethod.describe(loginMethod).environment)) {
    return yield* failWithViolation(notOffered)
  }
  const company = yield* (yield* Connectors).find(id)
  return Option.isSome(company) ? company.value : yield* new UnknownCompany()
})
