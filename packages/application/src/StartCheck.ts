/** Checks that every start passes, of a collection or of a consent (decisions 2). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { Violation } from "@sheaf/domain/Violation"
import { Connectors, InvalidParameters, UnknownCompany } from "@sheaf/ports"
import { Effect, Option } from "effect"
import type { Result } from "effect"

/** Fails with one violated rule. */
export const violated = (violation: Violation) => Effect.fail(new InvalidParameters({ violations: [violation] }))

/** Returns the value of a check, or fails with the rules that it found violated. */
export const valid = <A>(checked: Result.Result<A, ReadonlyArray<Violation>>) =>
  Effect.mapError(Effect.fromResult(checked), (violations) => new InvalidParameters({ violations }))

/** Returns the company of a start. Fails if its login method is `missing`, or if the company is unknown. */
export const companyOf = Effect.fnUntraced(function* (id: CompanyId, missing: Violation | undefined) {
  if (missing !== undefined) return yield* violated(missing)
  const company = yield* (yield* Connectors).find(id)
  return Option.isSome(company) ? company.value : yield* new UnknownCompany()
})
