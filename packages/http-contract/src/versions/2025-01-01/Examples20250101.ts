/** Examples of the documents, as 2025-01-01 has them. */
import {
  ContactFormInput20250101,
  StartCollection20250101,
  StatusObject20250101,
  WealthRecord20250101
} from "@sheaf/domain/versions/2025-01-01/Version"
import { Record, Schema } from "effect"
import * as Examples from "../../openapi/Examples.ts"

const encodeStatus = Schema.encodeSync(StatusObject20250101)
const encodeStart = Schema.encodeSync(StartCollection20250101)
const { storedConsent: underStoredConsent, ...byLogin } = Examples.starts

/** Status objects at the points of a collection. */
export const statuses = Record.map(Examples.statuses, (status) => encodeStatus(status))

/** Starts, by what they log in with. */
export const starts = Record.map(byLogin, (start) => encodeStart(start))

export const storedConsent = encodeStart(underStoredConsent)

export const contactForm = Schema.encodeSync(ContactFormInput20250101)(Examples.contactDetails)

export const wealth = Schema.encodeSync(Schema.Array(WealthRecord20250101))(Examples.wealth)
