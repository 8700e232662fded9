/** How long a collection waits for people and companies (spec 3.3, 8; decisions 4). All in milliseconds. */
import type { Question } from "@sheaf/domain/SupplementInfo"
import { Context } from "effect"

export interface Timeouts {
  readonly contactForm: number
  readonly collectionInput: number
  readonly twoFactorCode: number
  readonly twoFactorChoice: number
  readonly electronicId: number
  /** The whole collection, from the start to its end. */
  readonly collection: number
  /** One call of a connector. */
  readonly connectorCall: number
  /** How long a company that cannot be reached is tried again for one step; counted anew after a restart. */
  readonly connectorRetry: number
  /** How long a person may take to authorise a consent (decisions 9). */
  readonly consentAuthorization: number
  /** How often a bank is asked whether an authorised consent still holds. */
  readonly consentCheck: number
}

export const defaults: Timeouts = {
  contactForm: 120_000,
  collectionInput: 120_000,
  twoFactorCode: 180_000,
  twoFactorChoice: 60_000,
  electronicId: 180_000,
  collection: 600_000,
  connectorCall: 30_000,
  connectorRetry: 60_000,
  consentAuthorization: 300_000,
  consentCheck: 86_400_000
}

export const Timeouts = Context.Reference<Timeouts>("@sheaf/application/Timeouts", { defaultValue: () => defaults })

const kinds = {
  CONTACT_FORM: "contactForm",
  COLLECTION_INPUT: "collectionInput",
  TWO_FACTOR_CODE: "twoFactorCode",
  TWO_FACTOR_CHOICE: "twoFactorChoice",
  RESPONSE_OBJECT: "electronicId"
} as const satisfies Record<Question["kind"], keyof Timeouts>

/** How long an answer to this question may take. */
export const forQuestion = (timeouts: Timeouts, question: Question): number => timeouts[kinds[question.kind]]
