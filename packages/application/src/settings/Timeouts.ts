/** Timeouts and intervals of collections and consents (spec 2.4, 3.3, 8), in milliseconds. */
import type { Question } from "@sheaf/domain/SupplementInfo"
import { Context } from "effect"

export interface Timeouts {
  readonly contactForm: number
  readonly collectionInput: number
  readonly twoFactorCode: number
  readonly twoFactorChoice: number
  readonly electronicId: number
  readonly collection: number
  readonly connectorCall: number
  /** The time limit for all attempts at one step with a company. When the service restarts, the time starts again. */
  readonly connectorRetry: number
  readonly consentAuthorization: number
  readonly consentConfirmation: number
  /** How often Sheaf asks a bank whether an authorized consent is still valid. */
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
  consentConfirmation: 600_000,
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

export const timeoutForQuestion = (timeouts: Timeouts, question: Question): number => timeouts[kinds[question.kind]]
