/** The status object that clients see for a collection (spec 2.5). */
import type { CollectionDetails, StatusObject } from "@sheaf/domain/Collection"
import { isFinal } from "@sheaf/domain/CollectionStatus"
import * as ExtraInformation from "@sheaf/domain/ExtraInformation"
import * as PollingInterval from "@sheaf/domain/PollingInterval"
import type {
  AnimatedQr,
  SessionMetadataAttributes,
  CurrentCollectionStatus,
  QuestionSummary,
  StatusObjectData
} from "@sheaf/ports"
import * as Display from "../views/Display.ts"
import { timestampOf } from "../views/Display.ts"

const pendingInputOf = ({ inputId, type, until }: QuestionSummary) => ({ inputId, type, expiresAt: timestampOf(until) })

/** Returns the members for the client's own references. */
const presentAttributes = (attributes: SessionMetadataAttributes | undefined) => {
  if (attributes === undefined) return undefined
  const { EXTERNAL_REFERENCE: externalReference } = attributes
  return { sessionMetadata: attributes, ...(externalReference !== undefined && { externalReference }) }
}

/** Returns a status object with this information. If there is an animated QR code, the polling interval is shorter. */
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

/** Returns a collection with its status object. */
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
  return {
    body: statusObjectOf(view, extraInformation, code),
    revision: view.revision,
    isFinal: isFinal(view.status),
    ...qr
  }
}
