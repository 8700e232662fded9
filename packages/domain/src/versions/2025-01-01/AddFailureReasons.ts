/** Version 2025-01-01 had one failure reason for several causes (spec 2.2, 2.5). */
import { Equal, Struct } from "effect"
import { FailureReason, schemaWithReason } from "../2026-04-01/Collections.ts"
import type { ExtraInformation } from "../2026-04-01/Collections.ts"
import { describeLosses } from "../changes/VersionChange.ts"
import type { VersionChange } from "../changes/VersionChange.ts"

const shown = {
  SUPERSEDED: "AUTHENTICATION_CONFLICT",
  MONITOR_STOPPED: "CONSENT_ENDED",
  NOT_CONFIRMED: "CONSENT_REFUSED",
  PDF_ENCRYPTED: "PDF_NOT_SUPPORTED",
  PDF_WITHOUT_TEXT: "PDF_NOT_SUPPORTED",
  PDF_UNKNOWN_LAYOUT: "PDF_NOT_SUPPORTED",
  PDF_INCOMPLETE: "PDF_NOT_READABLE",
  PDF_CONTRADICTORY: "PDF_NOT_READABLE"
} as const satisfies Partial<Record<FailureReason.FailureCode, FailureReason.FailureCode>>

type NewCode = keyof typeof shown

const newCodes = Struct.keys(shown)

const MissingData20250101 = FailureReason.missingDataWith(FailureReason.missingReasons)

export const ExtraInformation20250101 = schemaWithReason(
  FailureReason.schemaWithCodes(Struct.omit(FailureReason.messages, newCodes), MissingData20250101)
)
export type ExtraInformation20250101 = typeof ExtraInformation20250101.Type

const isNew = (code: FailureReason.FailureCode): code is NewCode => Object.hasOwn(shown, code)

/** Version 2025-01-01 shows no account numbers, so accounts that lack the same data share one entry. */
const encodeMissing = (missing: ReadonlyArray<FailureReason.MissingData>) => {
  const older: Array<typeof MissingData20250101.Type> = []
  for (const { accountId, part, product, reason } of missing) {
    const isOfAccount = accountId !== undefined || part !== undefined || reason === "LIMIT_EXCEEDED"
    const each = { product, reason: reason === "LIMIT_EXCEEDED" ? "COMPANY_ERROR" : reason } as const
    if (!isOfAccount || !older.some((other) => Equal.equals(other, each))) older.push(each)
  }
  return older
}

export const encodeInformation = ({ FAILURE_REASON, ...rest }: ExtraInformation): ExtraInformation20250101 => {
  if (FAILURE_REASON === undefined) return rest
  const { code, missing, ...told } = FAILURE_REASON
  const details = { ...told, ...(missing && { missing: encodeMissing(missing) }) }
  if (!isNew(code)) return { ...rest, FAILURE_REASON: { ...details, code } }
  const older = shown[code]
  return { ...rest, FAILURE_REASON: { ...details, code: older, message: FailureReason.messages[older] } }
}

interface Informed {
  readonly extraInformation?: ExtraInformation
}

interface ReasonLoss {
  readonly description: string
  readonly example: Informed
  readonly forget: <A extends Informed>(value: A) => A
}

const ofCodes = newCodes.map((code): ReasonLoss => ({
  description: `The reason ${code}, which becomes ${shown[code]}.`,
  example: { extraInformation: { FAILURE_REASON: FailureReason.make(code) } },
  forget: (value) =>
    value.extraInformation?.FAILURE_REASON?.code === code
      ? { ...value, extraInformation: encodeInformation(value.extraInformation) }
      : value
}))

const ofMissingData: ReasonLoss = {
  description: "The accounts and parts in missing, and the reason LIMIT_EXCEEDED, which becomes COMPANY_ERROR.",
  example: {
    extraInformation: {
      FAILURE_REASON: FailureReason.make("PARTIAL_DATA", {
        missing: [
          { product: "PSD2_AIS", reason: "LIMIT_EXCEEDED", accountId: "SE4550000000058398257466", part: "TRANSACTIONS" }
        ]
      })
    }
  },
  forget: (value) => {
    const { FAILURE_REASON: reason, ...rest } = value.extraInformation ?? {}
    if (reason?.missing === undefined) return value
    const missing = encodeMissing(reason.missing)
    if (Equal.equals(missing, reason.missing)) return value
    return { ...value, extraInformation: { ...rest, FAILURE_REASON: { ...reason, missing } } }
  }
}

export const codecLosses: ReadonlyArray<ReasonLoss> = [...ofCodes, ofMissingData]

export const change: VersionChange = {
  title: "Failure reasons are more specific.",
  description:
    "SUPERSEDED says that the user has started again in the same session, so that the client can follow the newer " +
    "collection instead of reporting a failure. MONITOR_STOPPED says that a monitor no longer needs the collection. " +
    "NOT_CONFIRMED says that nothing proved who returned from the bank's page. The PDF codes tell the user what to do " +
    "about an uploaded file. For a bank account, missing names the account and the part that is missing (balances or " +
    "transactions), and says whether the bank limits readings.",
  affects: ["GET /collections/{collectionId}/status"],
  losses: describeLosses(codecLosses)
}
