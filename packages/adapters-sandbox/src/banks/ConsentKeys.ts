/**
 * The names and keys that a consent's identifier determines. The bank stores neither the identifier nor the keys, so
 * that its files do not reveal them.
 */
import * as DeterministicEncryption from "../storage/DeterministicEncryption.ts"
import type { Bank } from "./Bank.ts"
import * as PagePath from "./PagePath.ts"

/** Returns the name of the consent's file. */
export const fileNameOf = ({ id }: Bank, bankConsentId: string): string =>
  DeterministicEncryption.deriveKey("name of a consent", id, bankConsentId)
    .toString("hex")
    .slice(0, PagePath.fileNameLength)

/** Returns the key that encrypts the person's user name or personal number. */
export const personKey = (bankConsentId: string): Buffer =>
  DeterministicEncryption.deriveKey("person of a consent", bankConsentId)

/** Returns the key that encrypts the requested access, which names accounts. */
export const accessKey = (bankConsentId: string): Buffer =>
  DeterministicEncryption.deriveKey("access of a consent", bankConsentId)
