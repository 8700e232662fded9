/** The checks that both collections and consents make when they start (decisions 2). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { Violation } from "@sheaf/domain/Violation"
import { Connectors, InvalidParameters, UnknownCompany } from "@sheaf/ports"
import { Effect, Option } from "effect"
import type { Result } from "effect"

export const violated = (violation: Violation) => Effect.fail(new InvalidParameters({ violations: [violation] }))

/** Returns the checked value, or fails with the violated rules. */
export const valid = <A>(checked: Result.Result<A, ReadonlyArray<Violation>>) =>
  Effect.mapError(Effect.fromResult(checked), (violations) => new InvalidParameters({ violations }))

/** Returns the requested company. Fails with `missing` if it is given, or if the company is unknown. */
export const companyOf = Effect.fnUntraced(function* (id: CompanyId, missing: Violation | undefined) {
  if (missing !== undefined) return yield* violated(missing)
  const company = yield* (yield* Connectors).find(id)
  return Option.isSome(company) ? company.value : yield* new UnknownCompany()
})
