/**
 * The names and keys that a consent's identifier determines. The bank stores neither the identifier nor the keys, so
 * that its files do not reveal them.
 */
import * as Sealed from "../Sealed.ts"
import type { Bank } from "./Bank.ts"
import * as PageAddress from "./PageAddress.ts"

/** Returns the name of the consent's file. */
export const nameOf = ({ id }: Bank, bankConsentId: string): string =>
  Sealed.keyOf("name of a consent", id, bankConsentId).toString("hex").slice(0, PageAddress.nameLength)

/** Returns the key that encrypts the person's user name or personal number. */
export const personKey = (bankConsentId: string): Buffer => Sealed.keyOf("person of a consent", bankConsentId)

/** Returns the key that encrypts the requested access, which names accounts. */
export const accessKey = (bankConsentId: string): Buffer => Sealed.keyOf("access of a consent", bankConsentId)
