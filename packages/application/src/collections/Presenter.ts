/** The status object that clients see for a collection (spec 2.5). */
import type { StatusObject } from "@sheaf/domain/Collection"
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
import { timestampOf } from "../views/DateFormat.ts"

const pendingInputOf = ({ inputId, type, until }: QuestionSummary) => ({ inputId, type, expiresAt: timestampOf(until) })

/** Returns the members for the client's own references. */
export const presentAttributes = (attributes: SessionMetadataAttributes | undefined) => {
  if (attributes === undefined) return undefined
  const { EXTERNAL_REFERENCE: externalReference } = attributes
  return { sessionMetadata: attributes, ...(externalReference !== undefined && { externalReference }) }
}

/** Returns a status object with this information. An animated QR code shortens the polling interval. */
export const statusObjectOf = (
  view: Omit<StatusObjectData, "revision" | "shown">,
  extraInformation: ExtraInformation.ExtraInformation | undefined,
  code?: Display.Code
): StatusObject => {
  const { attributes, collectionId, company, createdAt, loginMethod, openQuestion, products, status, test } = view
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
    ...presentAttributes(attributes)
  }
}

/** Returns the status object at the time `now`, in milliseconds since 1970. */
export const presentStatus = (
  codes: AnimatedQr["Service"],
  view: StatusObjectData,
  now: number
): CurrentCollectionStatus => {
  const { display, information } = view.shown
  const code = Display.codeAt(codes, display, now)
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
