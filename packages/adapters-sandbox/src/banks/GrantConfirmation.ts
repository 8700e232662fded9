/**
 * Confirms an authorization. The bank's page sends the person back with a code, and the consent becomes valid only when
 * the provider sends this code (NextGenPSD2 1.3.11). The consent's record contains only the code's hash.
 */
import { hash, randomBytes } from "node:crypto"
import type { ConsentRecord } from "./ConsentRecord.ts"

const hashOf = (code: string): string => hash("sha256", code, "base64url")

export const makeConfirmationCode = (): string => randomBytes(16).toString("base64url")

export const isConfirmationPending = ({ status, unconfirmed }: ConsentRecord): boolean =>
  status === "received" && unconfirmed !== undefined

/** If the bank requires a confirmation, withholds the grant until the provider sends the code. */
export const withholdGrant = (record: ConsentRecord, code: string): ConsentRecord => {
  const { granted, ...rest } = record
  return record.requested?.needsConfirmation === true && record.status === "valid" && granted !== undefined
    ? { ...rest, status: "received", unconfirmed: { codeHash: hashOf(code), granted } }
    : record
}

/** Grants the consent if the code is right, and rejects it otherwise. Does nothing if no code is expected. */
export const confirmGrant = (record: ConsentRecord, code: string): ConsentRecord => {
  const { unconfirmed, ...rest } = record
  if (!isConfirmationPending(record) || unconfirmed === undefined) return record
  const { codeHash, granted } = unconfirmed
  return hashOf(code) === codeHash ? { ...rest, status: "valid", granted } : { ...rest, status: "rejected" }
}
