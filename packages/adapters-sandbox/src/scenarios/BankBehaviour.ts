/** What a simulated bank makes of a consent, chosen by the personal number of the person who authorises it (decisions 9, 16). */

export type BankBehaviour =
  /** It grants what it can of what is asked. */
  | "GRANTS"
  /** It grants it for a week at most. */
  | "SHORTENS"
  /** Of several accounts it grants the first. */
  | "GRANTS_FEWER"
  /** It grants it for a minute. */
  | "EXPIRES_SOON"
  | "REJECTS"
  /** It cannot be reached when the consent is to be made. */
  | "UNREACHABLE"
  /** What it answers when the consent is to be made cannot be read. */
  | "UNREADABLE"
  /** It grants it; before accounts are read for the first time, the person revokes it at the bank. */
  | "REVOKED_BY_PERSON"
  /** It grants it, and refuses to tell the accounts. */
  | "REFUSES_READING"
  /** It answers with an error when it is asked for the status, and for the accounts, for the first time. */
  | "FAILS_ONCE"

const behaviours: ReadonlyMap<string, BankBehaviour> = new Map([
  ["199001292391", "SHORTENS"],
  ["199001302398", "GRANTS_FEWER"],
  ["199001312389", "EXPIRES_SOON"],
  ["199002012392", "REJECTS"],
  ["199002022383", "UNREACHABLE"],
  ["199002032390", "REVOKED_BY_PERSON"],
  ["199002042381", "REFUSES_READING"],
  ["199002052398", "FAILS_ONCE"],
  ["199002062389", "UNREADABLE"]
])

/** The personal number that chooses a behaviour. */
export const personalNumberFor = (behaviour: Exclude<BankBehaviour, "GRANTS">): string => {
  for (const [personalNumber, each] of behaviours) if (each === behaviour) return personalNumber
  throw new Error(`nobody chooses ${behaviour}`)
}

/** What becomes of the consents of a person. */
export const behaviourOf = (personalNumber: string): BankBehaviour => behaviours.get(personalNumber) ?? "GRANTS"
