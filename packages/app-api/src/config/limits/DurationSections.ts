/** The `timeouts` and `retention` sections of the configuration file. */
import { Retention, Timeouts } from "@sheaf/application"
import { Schema } from "effect"
import * as Setting from "../values/Setting.ts"

const times = Timeouts.defaults
const kept = Retention.defaults

export const TimeoutsSection = Schema.Struct({
  contactFormSeconds: Setting.seconds("Time to answer a contact form.", times.contactForm),
  collectionInputSeconds: Setting.seconds("Time to answer a request for input.", times.collectionInput),
  twoFactorCodeSeconds: Setting.seconds("Time to enter a two-factor code.", times.twoFactorCode),
  twoFactorChoiceSeconds: Setting.seconds("Time to choose a two-factor method.", times.twoFactorChoice),
  electronicIdSeconds: Setting.seconds("Time to complete an electronic-ID order.", times.electronicId),
  collectionSeconds: Setting.seconds(
    "Maximum duration of a collection. No question can wait longer.",
    times.collection
  ),
  connectorCallSeconds: Setting.seconds("Maximum duration of one connector call.", times.connectorCall),
  connectorRetrySeconds: Setting.seconds(
    "How long Sheaf retries calls to an unreachable company before it ends the collection.",
    times.connectorRetry
  ),
  consentAuthorizationSeconds: Setting.seconds("Time to authorize a consent.", times.consentAuthorization),
  consentConfirmationSeconds: Setting.seconds(
    "Time to confirm a consent after the bank has granted it.",
    times.consentConfirmation
  ),
  consentCheckSeconds: Setting.seconds(
    "How often Sheaf asks the bank whether an authorized consent is still valid.",
    times.consentCheck
  )
}).annotate({ description: "Time limits of collections and consents." })

export const RetentionSection = Schema.Struct({
  dataSeconds: Setting.seconds("How long collected data is kept after the collection ends.", kept.data),
  recordSeconds: Setting.seconds(
    "How long the collection itself is kept. At least `dataSeconds` and `idempotencySeconds`.",
    kept.row
  ),
  idempotencySeconds: Setting.seconds(
    "How long the `Idempotency-Key` of an accepted request is kept.",
    kept.idempotency
  ),
  eventsSeconds: Setting.seconds(
    `How long clients can read an event. It is erased up to ${Retention.eventGraceMillis / 60_000} minutes later.`,
    kept.events
  ),
  credentialsSeconds: Setting.integer(
    1,
    Setting.maxSeconds,
    "How long a username and password are kept for a monitor, if the person and `sheaf clients stored-credentials` allow " +
      "it. Without it, Sheaf keeps none."
  ),
  eraseWithConsent: Setting.flag(
    "Erases data that was read under a consent as soon as the consent is revoked or expires.",
    kept.eraseWithConsent
  )
}).annotate({ description: "How long data is kept." })
