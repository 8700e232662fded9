/**
 * Keyed hashes that show which consents at a bank belong to the same person, across all clients (spec 16). They are
 * deleted when the consent ends.
 */
import type { ElectronicIdIdentity } from "@sheaf/domain/CreateConsent"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { isFinal, isUsable } from "@sheaf/domain/ConsentStatus"
import type { ConsentChange, ConsentView, NewConsent } from "@sheaf/ports"
import type { ColumnSealer } from "../sealing/ColumnSealer.ts"
import { serviceTenant } from "../sealing/ColumnSealer.ts"
import { statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

type Named = Pick<ConsentView, "company" | "consentId">

const insertions = (
  sealed: ColumnSealer,
  { company, consentId }: Named,
  facts: ReadonlyArray<readonly [string, string]>
): ReadonlyArray<Statement> =>
  facts
    // During a pepper rotation, each person has one hash per pepper, because stored hashes are compared with each
    // other.
    .flatMap((fact) => sealed.blindIndex("consent_person", serviceTenant, JSON.stringify([company, ...fact])).all)
    .map(
      (hash) =>
        statement`INSERT INTO consent_person (consent_id, person_index) VALUES (${consentId}, ${hash})
        ON CONFLICT DO NOTHING`.unread
    )

const identityFactsOf = ({ login }: ElectronicIdIdentity): ReadonlyArray<readonly [string, string]> => {
  const identity = LoginIdentity.identityOf(login)
  return identity === undefined ? [] : [["PERSONAL_NUMBER", identity[1]]]
}

/**
 * Inserts nothing for a consent that is authorized by redirect, because such a consent does not identify the person.
 */
export const insertStatements = (sealed: ColumnSealer, consent: Named, { authorization }: NewConsent["progress"]) =>
  insertions(sealed, consent, authorization._tag === "ElectronicId" ? identityFactsOf(authorization.identity) : [])

export const changeStatements = (
  sealed: ColumnSealer,
  before: Pick<ConsentView, "company" | "consentId" | "status">,
  { scope, status }: Pick<ConsentChange, "scope" | "status">
): ReadonlyArray<Statement> => {
  if (isFinal(status)) return isFinal(before.status) ? [] : deleteStatements(before)
  if (!isUsable(status) || before.status === status) return []
  return insertions(
    sealed,
    before,
    (scope.accountIds ?? []).map((accountId) => ["ACCOUNT", accountId])
  )
}

export const deleteStatements = ({ consentId }: Pick<Named, "consentId">): ReadonlyArray<Statement> => [
  statement`DELETE FROM consent_person WHERE consent_id = ${consentId}`.unread
]
