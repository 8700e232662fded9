/** The status object that clients see for a collection, and the polls that read it (spec 2.5). */
import type { CollectionDetails, StatusObject } from "@sheaf/domain/Collection"
import * as ExtraInformation from "@sheaf/domain/ExtraInformation"
import * as PollingInterval from "@sheaf/domain/PollingInterval"
import { AnimatedQr, ApiKeys, callerOf, CollectionStore, hasExpired, Polls } from "@sheaf/ports"
import type {
  SessionMetadataAttributes,
  CurrentCollectionStatus,
  QuestionSummary,
  StatusObjectData
} from "@sheaf/ports"
import { Clock, Effect, Layer, Option } from "effect"
import * as Display from "../views/Display.ts"
import { timestampOf } from "../views/Display.ts"

const pendingInputOf = ({ inputId, type, until }: QuestionSummary) => ({ inputId, type, expiresAt: timestampOf(until) })

const presentAttributes = (attributes: SessionMetadataAttributes | undefined) => {
  if (attributes === undefined) return undefined
  const { EXTERNAL_REFERENCE: externalReference } = attributes
  return { sessionMetadata: attributes, ...(externalReference !== undefined && { externalReference }) }
}

/** The polling interval is shorter if there is an animated QR code. */
export const statusObjectOf = (
  view: Omit<StatusObjectData, "revision" | "shown">,
  extraInformation: ExtraInformation.ExtraInformation | undefined,
  code?: Display.DisplayedCode
): StatusObject => {
  const { attributes, clientReference, collectionId, company, connectSessionId, createdAt, loginMethod } = view
  const { openQuestion, products, status, test, userId } = view
  const pollingInterval = PollingInterval.intervalOf(status, { loginMethod, showsAnimatedQr: code !== undefined })
  return {
    collectionId,
    id: collectionId,
    company,
    products,
    status,
    createdAt: timestampOf(createdAt),
    statusChangedAt: timestampOf(view.statusChangedAt),
    ...(pollingInterval !== undefined && { pollingInterval }),
    ...(openQuestion !== undefined && { pendingInput: pendingInputOf(openQuestion) }),
    ...(extraInformation !== undefined && { extraInformation }),
    ...(test && { test }),
    ...(userId !== undefined && { userId }),
    ...(connectSessionId !== undefined && { connectSessionId }),
    ...(clientReference !== undefined && { clientReference }),
    ...presentAttributes(attributes)
  }
}

export const presentCollection = (
  status: StatusObject,
  { loginMethod }: Pick<StatusObjectData, "loginMethod">
): CollectionDetails => ({ ...status, ...(loginMethod !== undefined && { loginMethod }) })

/** Returns the status object at the time `now`, in milliseconds since 1970. */
export const presentStatus = (
  codes: AnimatedQr["Service"],
  view: StatusObjectData,
  now: number
): CurrentCollectionStatus => {
  const { display, information } = view.shown
  const code = Display.displayedCodeAt(codes, display, now)
  const extraInformation =
    code === undefined
      ? information
      : code.isReadyText
        ? { ...information, QR_TEXT: code.text }
        : ExtraInformation.withAnimatedCode(information, code.text)
  const qr = code && { qrSecond: code.second, qrUntil: code.until }
  const body = statusObjectOf(view, extraInformation, code)
  // A status without a polling interval is final.
  return { body, revision: view.revision, isFinal: body.pollingInterval === undefined, ...qr }
}

/** Provides polls, each of which reads the API key's client and the status object in one statement. */
export const pollsLayer = Layer.effect(
  Polls,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const store = yield* CollectionStore
    const qr = yield* AnimatedQr
    const clock = yield* Clock.Clock
    return Polls.of({
      find: (key, collectionId) => {
        const lookup = keys.lookup(key)
        if (lookup === undefined) return Effect.succeedNone
        return Effect.map(
          store.poll(lookup, collectionId),
          Option.flatMap((view) => {
            const now = clock.currentTimeMillisUnsafe()
            const { keyLimits } = view.client
            return keyLimits !== undefined && hasExpired(keyLimits, now)
              ? Option.none()
              : Option.some({ caller: callerOf(view.client), current: presentStatus(qr, view, now) })
          })
        )
      }
    })
  })
)
