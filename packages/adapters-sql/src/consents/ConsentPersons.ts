/**
 * Keyed hashes that show which consents at a bank belong to the same person, across all clients (spec 16). The hashes
 * are deleted when the consent ends.
 */
import type { ElectronicIdIdentity } from "@sheaf/domain/CreateConsent"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { isFinal, isUsable } from "@sheaf/domain/ConsentStatus"
import type { ConsentChange, ConsentView, NewConsent } from "@sheaf/ports"
import type { ColumnSealer } from "../sealing/ColumnSealer.ts"
import { serviceTenant } from "../sealing/ColumnSealer.ts"
import { statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

/** A consent's key, and its bank. */
type Named = Pick<ConsentView, "company" | "consentId">

const insertions = (
  sealed: ColumnSealer,
  { company, consentId }: Named,
  facts: ReadonlyArray<readonly [string, string]>
): ReadonlyArray<Statement> =>
  facts
    // During a rotation, each person has a hash under each pepper, because these hashes are compared with each other.
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

/** Returns the statements that insert a new consent's hashes. A consent by redirect identifies nobody. */
export const insertStatements = (sealed: ColumnSealer, consent: Named, { authorization }: NewConsent["progress"]) =>
  insertions(sealed, consent, authorization._tag === "ElectronicId" ? identityFactsOf(authorization.identity) : [])

/** Returns the statements for a change to a consent. */
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

/** Returns the statements for a consent's end. */
export const deleteStatements = ({ consentId }: Pick<Named, "consentId">): ReadonlyArray<Statement> => [
  statement`DELETE FROM consent_person WHERE consent_id = ${consentId}`.unread
]
