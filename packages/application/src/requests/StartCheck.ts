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

/** False in production mode, which has no login methods of the sandbox (spec 12). */
export const AllowsSandboxMethods = Context.Reference<boolean>("@sheaf/application/AllowsSandboxMethods", {
  defaultValue: () => true
})

const notInProduction: Violation = {
  pointer: "/loginMethod",
  code: "LOGIN_METHOD_NOT_IN_PRODUCTION",
  detail: "Login methods that end in _TEST or _MOCK work only in the sandbox."
}

interface AskedLogin {
  readonly company: CompanyId
  readonly loginMethod?: LoginMethod.LoginMethod
}

/**
 * Returns the requested company. Fails with `missing` if it is given, if production lacks the login method, or if the
 * company is unknown.
 */
export const requireCompany = Effect.fnUntraced(function* (
  { company: id, loginMethod }: AskedLogin,
  missing: Violation | undefined
) {
  if (missing !== undefined) return yield* failWithViolation(missing)
  if (loginMethod !== undefined && LoginMethod.isSandboxOnly(loginMethod) && !(yield* AllowsSandboxMethods)) {
    return yield* failWithViolation(notInProduction)
  }
  const company = yield* (yield* Connectors).find(id)
  return Option.isSome(company) ? company.value : yield* new UnknownCompany()
})
