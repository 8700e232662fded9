/**
 * Names and keys derived from a consent's id. The bank stores neither the id nor the keys, so its files do not reveal
 * them.
 */
import * as DeterministicEncryption from "../storage/DeterministicEncryption.ts"
import type { Bank } from "./Bank.ts"
import * as PagePath from "./PagePath.ts"

export const recordNameOf = ({ id }: Bank, bankConsentId: string): string =>
  DeterministicEncryption.deriveKey("name of a consent", id, bankConsentId)
    .toString("hex")
    .slice(0, PagePath.recordNameLength)

/** The key that encrypts the person's user name or personal number. */
export const personKey = (bankConsentId: string): Buffer =>
  DeterministicEncryption.deriveKey("person of a consent", bankConsentId)

/** The key that encrypts the requested access, which contains account numbers. */
export const accessKey = (bankConsentId: string): Buffer =>
  DeterministicEncryption.deriveKey("access of a consent", bankConsentId)
